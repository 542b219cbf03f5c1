extension FileSchema {
  /// The progress of the jobs that ask the App Store: which process does a job and how far it is,
  /// how far the transaction history of each customer was read, and when a person was erased. Of
  /// erasures before this version the moment is unknown: their persons count as erased when the
  /// file is migrated. The hashes that are there only for the limits of others cannot be told
  /// apart, so the same holds for them; it keeps texts out only that are fetched, never those that
  /// are delivered.
  package static let version16 = """
    CREATE TABLE jobs (
      name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
      holder TEXT,
      held_until INTEGER,
      progress TEXT,
      CHECK ((holder IS NULL) = (held_until IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_fetches (
      customer INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
      revision TEXT CHECK (revision <> ''),
      is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
      skipped INTEGER NOT NULL CHECK (skipped >= 0),
      wanted_at INTEGER,
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX wanted_histories ON history_fetches (wanted_at) WHERE wanted_at IS NOT NULL;
    ALTER TABLE remnant_ids ADD COLUMN erased_at INTEGER;
    UPDATE remnant_ids SET erased_at = unixepoch() * 1000;
    """
}
