extension FileSchema {
  /// The moments at which values came into service. A row of `served` is a value that differs from
  /// the one before it; one without an experiment is of the whole configuration. The tables of an
  /// older file are empty until a release is served.
  package static let version9 = """
    CREATE TABLE releases (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      release TEXT NOT NULL UNIQUE CHECK (release <> ''),
      first_served_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE served (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      experiment ANY,
      phase INTEGER,
      part TEXT NOT NULL CHECK (part <> ''),
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      release INTEGER NOT NULL REFERENCES releases (number),
      CHECK ((experiment IS NULL) = (phase IS NULL)),
      CHECK ((experiment IS NULL) = (part = 'holdout'))
    ) STRICT;
    CREATE TRIGGER served_stays BEFORE UPDATE ON served
    BEGIN SELECT RAISE(ABORT, 'what was served stays'); END;
    CREATE TRIGGER first_served_stays BEFORE UPDATE ON releases
    BEGIN SELECT RAISE(ABORT, 'when a release was first served stays'); END;
    """
}
