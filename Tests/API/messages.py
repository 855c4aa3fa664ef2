"""Has the libraries of others read our messages of Web Push: a thousand with random keys and texts of every length are decrypted by
http-ece (RFC 8291), and their tokens are checked by py-vapid (RFC 8292). One bit changed, and neither may take them. Usage: messages.py"""
import base64
import json
import random
import time

import http_ece
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

import probes

COUNT, MOST_TEXT, MOST_SENT = 1000, 3993, 4096
CONTACT, ORIGINS = "mailto:push@example.org", ["https://push.example.net", "https://push.example.net:8443", "http://127.0.0.1:9"]


class Device:
    """The keys of a subscription, a text for it, and where it is sent."""

    def __init__(self, number):
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), random.randbytes(16)
        # The shortest, the longest, and all between.
        self.text = random.randbytes(number if number < 2 else MOST_TEXT if number == 2 else random.randint(0, MOST_TEXT))
        self.origin = random.choice(ORIGINS)

    def wish(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}/p/{random.getrandbits(64)}", "contact": CONTACT, "p256dh": text(point),
                "auth": text(self.secret), "text": base64.b64encode(self.text).decode()}

    def read(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")

    def refuses(self, body):
        try:
            return self.read(body) is None
        except (InvalidTag, ValueError, http_ece.ECEException):  # of a broken point, a broken length, a broken text
            return True


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def changed(data):
    """The same with one bit the other way."""
    bit = random.randrange(8 * len(data))
    return data[:bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1:]


def check(device, message):
    """What is wrong with a message; None if nothing is."""
    body, header = base64.b64decode(message["body"]), message["authorization"]
    if len(body) != 103 + len(device.text) or len(body) > MOST_SENT:
        return f"it has {len(body)} bytes"
    if device.read(body) != device.text:
        return "it reads otherwise"
    # The four bytes after the salt say how large records are; with one record, a larger number changes nothing.
    if not device.refuses(body[:20] + changed(body[20:])):
        return "it is read though it was changed"
    claims = header.split("t=")[1].split(".")[1]
    told = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    # py-vapid reads no blank after the comma, which RFC 8292 writes in its examples.
    header = header.replace(", ", ",")
    if not Vapid02.verify(header):
        return "its token is not signed"
    if told["aud"] != device.origin or told["sub"] != CONTACT or not 0 < told["exp"] - time.time() <= 12 * 3600:
        return f"its token says {told}"
    if Vapid02.verify(header.replace("t=e", "t=f", 1)):
        return "its token is taken though it was changed"
    return None


def main():
    devices = [Device(number) for number in range(COUNT)]
    made = probes.made("PushProbe", [device.wish() for device in devices])
    probes.report("messages read by http-ece, their tokens checked by py-vapid", devices, made, check)


if __name__ == "__main__":
    main()
