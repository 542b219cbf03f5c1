extension FileSchema {
  /// The customer who put a sighting in doubt, or had it before. For sightings that were in doubt
  /// before, no customer is known; the counts of `sighting_contests`, which no version writes any
  /// more, do not name them. The table stays, for a server of the former version that still has the
  /// file open.
  package static let version14 = """
    CREATE TABLE contested_sightings (
      environment INTEGER NOT NULL,
      unit ANY NOT NULL,
      kind TEXT NOT NULL,
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      PRIMARY KEY (environment, unit, kind),
      FOREIGN KEY (environment, unit, kind) REFERENCES sightings (environment, unit, kind)
        ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sightings_contested_by ON contested_sightings (customer);
    \(contestedByAnother)
    """

  /// The customers who put a sighting in doubt: one of two may turn out to be the person who was
  /// seen, and the doubt of the other stays.
  ///
  /// A server of the former version that still has the file open knows one of them.
  package static let version15 = """
    CREATE TABLE doubts (
      environment INTEGER NOT NULL,
      unit ANY NOT NULL,
      kind TEXT NOT NULL,
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      PRIMARY KEY (environment, unit, kind, customer),
      FOREIGN KEY (environment, unit, kind) REFERENCES sightings (environment, unit, kind)
        ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO doubts SELECT environment, unit, kind, customer FROM contested_sightings;
    DROP TABLE contested_sightings;
    ALTER TABLE doubts RENAME TO contested_sightings;
    CREATE INDEX sightings_contested_by ON contested_sightings (customer);
    \(contestedByAnother)
    """

  private static let contestedByAnother = """
    CREATE TRIGGER contested_by_another BEFORE INSERT ON contested_sightings
    WHEN NOT EXISTS (
      SELECT 1 FROM sightings AS s JOIN customers AS c ON c.number = NEW.customer
      WHERE s.environment = NEW.environment AND s.unit = NEW.unit AND s.kind = NEW.kind
        AND c.environment = s.environment AND s.customer <> NEW.customer AND s.is_contested = 1)
    BEGIN SELECT RAISE(ABORT, 'a sighting is put in doubt by another customer'); END;
    """
}
