extension FileSchema {
  /// The renewal events, from the notifications that arrive from now on: of earlier ones, only the
  /// newest state is known.
  package static let version18 = """
    CREATE TABLE renewal_events (
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
      at INTEGER NOT NULL,
      PRIMARY KEY (line, kind, at)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER renewal_event_stays BEFORE UPDATE ON renewal_events
    BEGIN SELECT RAISE(ABORT, 'an event of a renewal stays'); END;
    """
}
