"""Every kind of page follows YSlow's rules; see yslow.py."""
import pytest

import yslow
from pages import PAGES
from visits import DESKTOP, PORTRAIT

KEPT = [rule for rule in yslow.RULES if not rule.reason]


def test_all_rules_are_here():
    assert len(yslow.RULES) == 22 + 1
    assert sum(rule.weight for rule in yslow.RULES) == 93 + 30


@pytest.mark.parametrize("size", (PORTRAIT, DESKTOP), ids=str)
@pytest.mark.parametrize("page", PAGES, ids=str)
@pytest.mark.parametrize("rule", KEPT, ids=lambda rule: rule.name)
def test_keeps_the_rule(visited, rule, page, size):
    assert list(map(str, rule.check(visited(page, size).yslow))) == []
