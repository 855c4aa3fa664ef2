"""The requests: a few contexts repeatedly (hot), or a different selection each time (cold)."""
import itertools

# The request of the comparison: 20 items of plain text, about 38 kB.
HOT = "/ws?network=3g&client=android&screen_width=360&images=off"

# The contexts of a small newspaper's readers in the morning.
MIX = [
    HOT,
    "/ws?network=edge&client=feature",
    "/ws?network=hspa&client=iphone&battery=45",
    "/ws?network=wifi&client=ipad&orientation=landscape",
    "/ws?network=4g&client=android&screen_width=412&dpr=2.5&sections=culture",
]

# Decisions of every kind, for comparing responses.
ODD = [
    "/ws", "/ws?network=gprs&battery=8", "/ws?network=slow-2g&save_data=1&battery=33", "/ws?network=2g&client=watch",
    "/ws?network=wifi&client=desktop&edition=3", "/ws?edition=5&sections=world&text=headline",
    "/ws?edition=5&sections=world&categories=subject-1", "/ws?categories=subject-3,subject-9&images=full&network=ethernet",
    "/ws?before=heenah94w0_3ud&sections=world,local&palette=night&text_size=1.3",
    "/ws?before=heenah94w0_3ud&categories=subject-1,subject-2&text=html&images=thumbnails",
    "/ws?network=lte&client=tv&battery=15&charging=1&items=7", "/ws?network=5g&save_data=on&client=tablet&palette=contrast",
]

SECTIONS = ["politics", "world", "economy", "culture", "science", "sport", "local", "opinion"]
# Four to seven of the eight sections, so that an edition of 50 has 20 articles or more for most of them.
SECTION_SETS = [",".join(chosen) for size in (4, 5, 6, 7) for chosen in itertools.combinations(SECTIONS, size)]
EPOCH_DAY = 20453  # 2025-12-31, the day of the newest edition, since 1970


def base36(number):
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
        if not number:
            return digits


class Draw:
    """A linear congruential generator (Numerical Recipes): the same on every machine."""

    def __init__(self, seed):
        self.state = seed & 0xFFFFFFFF

    def below(self, limit):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 8) * limit >> 24


def cold(count, seed, editions, seen, newest=None):
    """Draws selections that are not in `seen`: an edition's sections, subjects, and sections or subjects of
    an earlier time. Covers the whole archive, or its newest editions."""
    span = newest or editions
    draw = Draw(seed)
    paths = []
    while len(paths) < count:
        kind = draw.below(10)
        items, text = 15 + draw.below(11), ["plain", "html"][draw.below(2)]
        # The minutes when the first 50 of a day are published.
        moment = (EPOCH_DAY - draw.below(span - 1)) * 86400 + 6 * 3600 + draw.below(50) * 60 + draw.below(60)
        before = f"{base36(moment * 1_000_000)}_1"
        subjects = ",".join(f"subject-{number}" for number in sorted({1 + draw.below(40) for _ in range(3)}))
        if kind < 5:
            selection = f"edition={editions - draw.below(span)}&sections={SECTION_SETS[draw.below(len(SECTION_SETS))]}"
        elif kind < 6:
            selection = f"categories={subjects}"
        elif kind < 8:
            selection = f"before={before}&sections={SECTIONS[draw.below(8)]}"
        else:
            selection = f"before={before}&categories={subjects}"
        path = f"/ws?network=3g&client=android&screen_width=360&{selection}&items={items}&text={text}&images=off"
        if path not in seen:
            seen.add(path)
            paths.append(path)
    return paths
