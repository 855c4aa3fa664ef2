"""Has the libraries of others read our mails: a thousand in many languages and with lines of every length are parsed by Python's email package,
which must find in them what was written, and their signatures are checked by dkimpy (RFC 6376). One byte changed, and the signature must not
hold. Usage: mails.py"""
import base64
import email
import email.header
import email.policy
import email.utils
import random
import re

import dkim

import probes

COUNT, MOST_LINE = 1000, 76
ALPHABETS = ["abc XYZ 0123", "áéíõç ãê", "дом и сад ", "أخبار اليوم ", "新聞 紙面", "👩‍👩‍👧 🚢", "=?.<>\"\\,;:@ ", "From . ..", "\t  a"]


def words(most):
    """Random text without line ends."""
    return "".join(random.choice(random.choice(ALPHABETS)) for _ in range(random.randint(0, most)))


def line():
    """A header's text: blanks are single, as our headers write them."""
    return " ".join(words(120).replace("\t", " ").split())


def body():
    return "".join(words(200) + random.choice(["\n", "\n\n", "\r\n", " \n"]) for _ in range(random.randint(0, 12)))


def wish(number):
    return {"sender": line(), "to": f"reader.{number}+news@example.org", "subject": line(), "list": line(), "text": body(), "html": body()}


def is_signed(mail, record_name, record):
    return dkim.verify(mail, dnsfunc=lambda name, **_: record.encode() if name.decode().rstrip(".") == record_name else None)


def changed(mail):
    """The mail with one letter or digit changed, in a signed field or in the body."""
    start = mail.index(b"From:") + len(b"From:")
    places = [match.start() for match in re.finditer(rb"[b-y1-8]", mail[start:])]
    place = start + random.choice(places)
    return mail[:place] + bytes([mail[place] + 1]) + mail[place + 1:]


def sender(mail):
    """The name of the sender. The newer part of the email package has a space between encoded words, against RFC 2047."""
    name, _ = email.utils.parseaddr(email.message_from_bytes(mail)["From"])
    return str(email.header.make_header(email.header.decode_header(name)))


def check(wish, answer):
    """What is wrong with a mail; None if nothing is."""
    mail = base64.b64decode(answer["mail"])
    head = mail.split(b"\r\n\r\n")[0]
    if any(len(one) > MOST_LINE for one in mail.split(b"\r\n")) or b"\n" in mail.replace(b"\r\n", b"") or max(mail) > 126:
        return "a line is too long, ends otherwise, or is not ASCII"
    read = email.message_from_bytes(mail, policy=email.policy.default)
    if read.defects or [one for part in read.walk() for one in part.defects]:
        return f"it has defects: {read.defects}"
    if read["To"] != f"<{wish['to']}>" and read["To"].addresses[0].addr_spec != wish["to"]:
        return f"it is to {read['To']}"
    found = (str(read["Subject"]), sender(mail))
    if found != (wish["subject"], wish["sender"]):
        return f"it says {found}, not {wish['subject'], wish['sender']}"
    # A body always ends its last line.
    parts = [part.get_content().replace("\r\n", "\n").rstrip("\n") for part in read.iter_parts()]
    wanted = [wish[name].replace("\r\n", "\n").rstrip("\n") for name in ("text", "html")]
    if parts != wanted:
        return f"it reads otherwise: {parts} for {wanted}"
    if head.count(b"DKIM-Signature:") != 1 or not is_signed(mail, answer["recordName"], answer["record"]):
        return "it is not signed"
    if is_signed(changed(mail), answer["recordName"], answer["record"]):
        return "its signature holds though it was changed"
    if is_signed(mail.replace(b"\r\nSubject:", b"\r\nFrom: <forged@example.org>\r\nSubject:", 1), answer["recordName"], answer["record"]):
        return "its signature holds though it has a second sender"
    return None


def main():
    wishes = [wish(number) for number in range(COUNT)]
    probes.report("mails read by Python, their signatures checked by dkimpy", wishes, probes.made("MailProbe", wishes), check)


if __name__ == "__main__":
    main()
