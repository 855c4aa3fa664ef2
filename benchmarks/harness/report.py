"""Tables of results."""


class Report:
    def __init__(self, machine):
        self.lines = []
        self.machine = machine
        self.goals = []

    def throughput(self, rounds, names, note):
        self.lines += ["", f"**{rounds.title}** ({note})", "", 
                       "| | requests/s | median ms | p99 ms | processor ms, server | processor ms, database |",
                       "|---|---:|---:|---:|---:|---:|"]
        for name in names:
            self.lines.append(
                f"| {name} | {rounds.median(name):.0f} | {rounds.median(name, 'median') / 1000:.2f} "
                f"| {rounds.median(name, 'p99') / 1000:.2f} | {rounds.median(name, 'server'):.3f} "
                f"| {rounds.median(name, 'database'):.3f} |")

    def goal(self, text, value, unit, wanted, at_least):
        """Adds a figure with its goal."""
        met = value >= wanted if at_least else value <= wanted
        sign = "at least" if at_least else "at most"
        digits = 0 if unit == " MB" else 2
        self.goals.append(f"| {text} | {value:.{digits}f}{unit} | {sign} {wanted}{unit} | {'yes' if met else '**no**'} |")

    def text(self, command):
        table = ["| figure | measured | wanted | met |", "|---|---:|---:|---|"] + self.goals
        return "\n".join([f"`{command}` on {self.machine}:", ""] + table + self.lines) + "\n"


BEGIN, END = "<!-- results: written by benchmarks/run -->", "<!-- end of results -->"


def write(readme, text, begin=BEGIN, end=END):
    """Replaces the text between the markers of a page."""
    with open(readme) as file:
        page = file.read()
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    with open(readme, "w") as file:
        file.write(f"{before}{begin}\n{text}{end}{after}")
