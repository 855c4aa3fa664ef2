"""Has our reading of mails that came back agree with another: every mail in the tests of flufl.bounce in which that finds an address that gets
nothing must be told as such, and none as hard in which it finds only addresses that take nothing for now. Usage: bounces.py"""
import base64
import email
import importlib.resources

import flufl.bounce

import probes

folder = importlib.resources.files("flufl.bounce") / "tests" / "data"
mails = sorted((one.name, one.read_bytes()) for one in folder.iterdir() if one.name.endswith(".txt"))
expected = []
for name, mail in mails:
    temporary, permanent = flufl.bounce.all_failures(email.message_from_bytes(mail))
    expected.append("hard" if permanent else "soft" if temporary else None)
known = [(name, mail, verdict) for (name, mail), verdict in zip(mails, expected) if verdict]


def check(one, answer):
    name, _, verdict = one
    # We count a mailbox that is full, and give it up after the third time; that gives it up at once.
    is_right = answer["verdict"] in {"hard": ["hard", "soft"], "soft": ["soft", "nothing"]}[verdict]
    return None if is_right else f"{name} is {verdict}, and we say {answer['verdict']}"


wishes = [{"mail": base64.b64encode(mail).decode()} for _, mail, _ in known]
probes.report("mails that came back", known, probes.made("MailProbe", wishes, "bounces"), check)
