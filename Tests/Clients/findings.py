"""What a run found: counts of what was compared, and every disagreement."""


class Findings:
    SHOWN = 20

    def __init__(self):
        self.checks = 0
        self.disagreements = []

    def expect(self, holds, what):
        self.checks += 1
        if not holds:
            self.disagreements.append(what)

    def equal(self, found, expected, what, *details):
        """Details are written only if they are needed: most comparisons hold."""
        self.checks += 1
        if found != expected:
            subject = " ".join([what, *map(str, details)])
            self.disagreements.append(f"{subject}: {found!r}, not {expected!r}")

    def add(self, others):
        self.checks += others.checks
        self.disagreements += others.disagreements

    def report(self):
        for text in self.disagreements[: self.SHOWN]:
            print(f"error: {text}")
        hidden = len(self.disagreements) - self.SHOWN
        if hidden > 0:
            print(f"error: and {hidden} more")
        print(f"{self.checks} checks, {len(self.disagreements)} disagreements")
        return 1 if self.disagreements else 0
