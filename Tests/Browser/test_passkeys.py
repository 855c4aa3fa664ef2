"""Passkeys of readers and of people of the newsroom, with Chromium's own authenticator; and whether we accept what PyPI's webauthn accepts."""
import base64
import contextlib
import hashlib
import json
import re
import struct

import pytest
import webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_der_private_key
from webauthn.helpers import encode_cbor
from webauthn.helpers.exceptions import InvalidAuthenticationResponse

from newspaper import Newspaper
from newsroom import PASSWORD, choose_password
from relay import Relay
from visits import Device, violations

ADDRESS, JOURNALIST = "ana@example.org", "Matilde"
AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
                 "automaticPresenceSimulation": True}


@pytest.fixture(scope="module")
def relay():
    return Relay()


@pytest.fixture(scope="module")
def paper(relay):
    """At localhost: a site without a domain has no passkeys."""
    newspaper = Newspaper(host="localhost")
    newspaper.environment |= {"N4MD_SMTP_URL": relay.url}
    try:
        newspaper.start()
        yield newspaper
    finally:
        newspaper.remove()


class Keys:
    """The authenticator of a tab."""

    def __init__(self, device):
        self.tab = device.context.new_page()
        self.session = device.context.new_cdp_session(self.tab)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def all(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]


@contextlib.contextmanager
def reader(chromium, paper, relay):
    """The keys of a phone whose reader has logged in and added a passkey."""
    with Device(chromium, locale="en-GB") as device:
        keys, count = Keys(device), len(relay.mails)
        tab = keys.tab
        tab.goto(paper.url + "/me")
        tab.get_by_label("Your email address").fill(ADDRESS)
        tab.get_by_role("button", name="Email me the code").click()
        tab.wait_for_selector("#code")
        tab.fill("#code", re.search(r"code (\d{6})", relay.wait(count + 1))[1])
        tab.get_by_role("button", name="Log in").click()
        tab.get_by_role("button", name="Add a passkey").click()
        tab.wait_for_selector("text=Not used yet.")
        yield keys


def test_a_reader_logs_in_by_a_passkey(chromium, paper, relay):
    with reader(chromium, paper, relay) as keys:
        tab = keys.tab
        assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
        tab.get_by_role("button", name="Add a passkey").click()
        tab.wait_for_selector("text=No passkey was added.")
        assert len(keys.all()) == 1, "a device has one"
        tab.get_by_role("button", name="Log out").click()
        assert violations(tab) == []
        tab.get_by_role("button", name="Log in with a passkey").click()
        tab.wait_for_selector(f"text={ADDRESS}")
        assert "Last used" in tab.inner_text(".rows li")
        # One that was removed here logs nobody in.
        tab.locator(".rows").get_by_role("button", name="Remove").click()
        tab.get_by_role("button", name="Log out").click()
        tab.get_by_role("button", name="Log in with a passkey").click()
        tab.wait_for_selector("text=The passkey was not accepted.")
        tab.get_by_label("Your email address").wait_for()


def test_a_journalist_logs_in_by_a_passkey(chromium, paper):
    with Device(chromium, locale="en-GB") as device:
        keys = Keys(device)
        tab = keys.tab
        tab.goto(paper.invite(JOURNALIST, "journalist"))
        choose_password(tab)
        tab.goto(paper.url + "/admin/account")
        form = tab.locator("#h-passkeys ~ details")
        form.locator("summary").click()
        form.get_by_label("Your current password").fill("something else")
        form.get_by_role("button", name="Add a passkey").click()
        form.get_by_role("alert").wait_for()
        assert keys.all() == [], "the password is asked for first"
        form.get_by_label("Your current password").fill(PASSWORD)
        form.get_by_role("button", name="Add a passkey").click()
        tab.wait_for_selector("text=The passkey has been added.")
        assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
        tab.get_by_role("button", name="Log out").click()
        assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
        tab.get_by_role("button", name="Log in with a passkey").click()
        tab.wait_for_selector("text=Hello")
        tab.goto(paper.url + "/admin/account")
        tab.locator("#h-passkeys ~ ul").get_by_role("button", name="Remove").click()
        tab.wait_for_selector("text=The passkey has been removed.")


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Answer:
    """An answer to a challenge, signed with the private key of Chromium's passkey."""

    def __init__(self, paper, context, credential, counter):
        self.paper, self.context = paper, context
        self.id, self.key = base64.b64decode(credential["credentialId"]), load_der_private_key(base64.b64decode(credential["privateKey"]), None)
        self.challenge = self.post("/me/passkeys/log-in/question", {}).json()["challenge"]
        self.client = {"type": "webauthn.get", "challenge": self.challenge, "origin": paper.url}
        self.party, self.flags, self.counter, self.spoil = "localhost", 5, counter, lambda signature: signature

    def post(self, path, fields):
        return self.context.request.post(self.paper.url + path, form=fields, max_redirects=0, headers={"Origin": self.paper.url})

    def fields(self):
        client = json.dumps(self.client).encode()
        data = hashlib.sha256(self.party.encode()).digest() + bytes([self.flags]) + struct.pack(">I", self.counter)
        signature = self.spoil(self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())))
        return {"id": text(self.id), "client": text(client), "authenticator": text(data), "signature": text(signature)}

    def is_taken(self):
        return self.post("/me/passkeys/log-in", self.fields()).status == 303

    def is_right(self, known):
        """What the library says; it is told the counter that we know."""
        point, fields = self.key.public_key().public_numbers(), self.fields()
        key = encode_cbor({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        response = {"authenticatorData": fields["authenticator"], "clientDataJSON": fields["client"], "signature": fields["signature"]}
        credential = {"id": fields["id"], "rawId": fields["id"], "response": response, "type": "public-key", "clientExtensionResults": {}}
        try:
            webauthn.verify_authentication_response(
                credential=credential, expected_challenge=base64.urlsafe_b64decode(self.challenge + "=="), expected_rp_id="localhost",
                expected_origin=self.paper.url, credential_public_key=key, credential_current_sign_count=known, require_user_verification=True)
            return True
        except InvalidAuthenticationResponse:
            return False


def change(**fields):
    return lambda answer: answer.client.update(fields)


def put(name, value):
    return lambda answer: setattr(answer, name, value)


WRONG = {
    "challenge": change(challenge=text(bytes(40))), "another kind": change(type="webauthn.create"), "origin": change(origin="http://localhost:1"),
    "a longer origin": lambda answer: answer.client.update(origin=answer.client["origin"] + ".evil.example"), "party": put("party", "evil.example"),
    "nobody there": put("flags", 4), "nobody verified": put("flags", 1), "no flags": put("flags", 0), "counter": put("counter", 1),
    "signature": put("spoil", lambda signature: signature[:-1] + bytes([signature[-1] ^ 1])), "no signature": put("spoil", lambda signature: b"\x30\x00"),
}


def test_we_accept_what_the_library_accepts(chromium, paper, relay):
    with reader(chromium, paper, relay) as keys:
        credential, context = keys.all()[0], keys.tab.context
        answer = Answer(paper, context, credential, counter=1000)
        assert answer.is_right(0) and answer.is_taken()
        answer.counter = 1001
        assert answer.is_right(1000) and not answer.is_taken(), "a challenge is answered once"
        for name, spoil in WRONG.items():
            answer = Answer(paper, context, credential, counter=2000)
            spoil(answer)
            assert (answer.is_right(1000), answer.is_taken()) == (False, False), name
        answer = Answer(paper, context, credential, counter=2000)
        assert answer.is_right(1000) and answer.is_taken(), "what was wrong has changed nothing"
