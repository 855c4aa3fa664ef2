"""Checks that all contenders return the same; otherwise no figure would mean anything."""
import xml.etree.ElementTree as ElementTree

from .contenders import fetch
from .measure import Failure


def elements(document):
    return [(element.tag, element.attrib, element.text or "", element.tail or "") for element in ElementTree.fromstring(document).iter()]


def check(newspaper, peers, bare, hot, paths):
    """Compares n4md's responses with PHP's, and the static files with n4md's. Returns how many were
    byte-identical."""
    identical = 0
    for path in paths:
        ours, theirs = fetch(newspaper.port, path), fetch(peers.php_port, path)
        if (ours[0], theirs[0]) != (200, 200):
            raise Failure(f"{path}: n4md answers {ours[0]}, PHP {theirs[0]}")
        if ours[2] == theirs[2]:
            identical += 1
        else:
            for one, other in zip(elements(ours[2]), elements(theirs[2])):
                if one != other:
                    raise Failure(f"{path}: n4md has {one}, PHP {other}")
            if len(elements(ours[2])) != len(elements(theirs[2])):
                raise Failure(f"{path}: the answers have different numbers of elements")
    ready = fetch(newspaper.port, hot)[2]
    for name, port in {"nginx": peers.static_port, "bare Hummingbird": bare.port}.items():
        if fetch(port, hot)[2] != ready:
            raise Failure(f"the file of {name} is not n4md's answer")
    return identical
