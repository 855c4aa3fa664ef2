"""A newspaper with realistic word frequencies: Zipf's law (exponent 1, Mandelbrot's shift 2.7) over
80,000 words per language, with subjects that have their own words, affairs that dominate the news for
some years, and names that hardly occur twice. The words are made of syllables, so that they need no
licence; a quarter of the Portuguese ones have accents."""
import datetime
import itertools
import random

VOCABULARY, SUBJECTS = 80_000, 400
PER_DAY = 50
LAST_DAY = datetime.date(2025, 12, 31)
ONSETS, VOWELS = "b c d f g l m n p r s t v br cr gr tr st".split(), "aeiou"
CODAS, ENDINGS = ("", "", "n", "r", "l", "s"), ("ção", "ções", "ável", "ência", "ões")
STOP_WORDS = {
    "en": "the of and to in a is that for it was on are as with at be this have from by not but".split(),
    "pt": "de a o que e do da em um para é com não uma os no se na por mais as dos como".split(),
}
BYLINES = ("Ana Conceição", "Rui Brandão", "Maria do Céu Leão", "J. & P. Alves", "Inês Simões")
COLUMNS = "guid, slug, status, headline, standfirst, body_text, byline, language, section_id, edition, category_ids, published_at, updated_at"


def make_word(draw, is_rare):
    syllables = "".join(draw.choice(ONSETS) + draw.choice(VOWELS) for _ in range(draw.choice((1, 2, 2, 3, 3)) + is_rare))
    return syllables + draw.choice(CODAS)


class Language:
    """Words, most common first, and paragraphs for composing articles."""

    def __init__(self, code, seed):
        draw = self.draw = random.Random(seed)
        self.stop_words = STOP_WORDS[code]
        self.words = self.vocabulary(accents=code == "pt")
        self.shares = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(VOCABULARY)))
        self.plain = [self.paragraph() for _ in range(30_000)]
        self.of_subject = [[self.paragraph(draw.choices(self.subject(n), k=15)) for _ in range(40)] for n in range(SUBJECTS)]
        self.headlines = [" ".join(draw.choices(self.words[50:20_000], k=3)).capitalize() for _ in range(50_000)]

    def vocabulary(self, accents):
        words = dict.fromkeys(())
        while len(words) < VOCABULARY:
            word = make_word(self.draw, len(words) > 2000)
            if accents and self.draw.random() < 0.25:
                word = word.rstrip("nrls")[:-1] + self.draw.choice(ENDINGS)
            if len(word) > 2:
                words[word] = None
        return list(words)

    def subject(self, number):
        """The words that are more common in news on a subject."""
        return self.words[500 + number * 40:540 + number * 40]

    def paragraph(self, more=()):
        words = self.draw.choices(self.words, cum_weights=self.shares, k=self.draw.randrange(25, 50))
        words += self.draw.choices(self.stop_words, k=24) + list(more)
        self.draw.shuffle(words)
        sentences, start = [], 0
        while start < len(words):
            end = start + self.draw.randrange(8, 24)
            sentences.append(" ".join(words[start:end]).capitalize() + ".")
            start = end
        return " ".join(sentences)


class Newspaper:
    """A number of articles, oldest first: every fifth in Portuguese, the others in English."""

    def __init__(self, count, seed=2009):
        self.days = count // PER_DAY
        self.draw = draw = random.Random(seed)
        self.languages = {"en": Language("en", 1), "pt": Language("pt", 2)}
        # The first day, the number of days, and the word of each.
        self.affairs = [(draw.randrange(self.days), draw.randrange(100, 2000), f"affair{number}") for number in range(self.days // 100)]

    def rows(self):
        """Lines for COPY."""
        for day in range(self.days):
            date = LAST_DAY - datetime.timedelta(days=self.days - 1 - day)
            current = [word for first, length, word in self.affairs if first <= day < first + length]
            for place in range(PER_DAY):
                yield self.row(day * PER_DAY + place + 1, day + 1, f"{date} {6 + place // 60:02}:{place % 60:02}:00+00", current)

    def row(self, number, edition, moment, affairs):
        draw = self.draw
        code = "pt" if draw.random() < 0.2 else "en"
        language, subject = self.languages[code], draw.randrange(SUBJECTS)
        paragraphs = [draw.choice(language.plain) for _ in range(draw.randrange(2, 6))]
        paragraphs.insert(draw.randrange(2), draw.choice(language.of_subject[subject]))
        last = [f"name{draw.randrange(500_000):x}" for _ in range(3)]
        for word in affairs:
            if draw.random() < 0.3:
                last += [word] * draw.randrange(1, 4)
        paragraphs.append(" ".join(last).capitalize() + ".")
        headline = draw.choice(language.headlines) + " " + " ".join(draw.choices(language.subject(subject), k=3))
        standfirst = draw.choice(language.plain).split(".", 1)[0] + "."
        byline = draw.choice(BYLINES) if draw.random() < 0.9 else f"Author Writer{draw.randrange(2000)}"
        categories = "{" + ",".join(map(str, sorted(draw.sample(range(1, 41), 3)))) + "}"
        return "\t".join((
            f"urn:n4md:search:{number}", f"story-{number}", "published", headline, standfirst, "\\n\\n".join(paragraphs), byline, code,
            str(1 + draw.randrange(8)), str(edition), categories, moment, moment)) + "\n"
