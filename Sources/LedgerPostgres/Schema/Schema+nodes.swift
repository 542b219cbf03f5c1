extension Schema {
  /// Version 2: the servers that share the ledger. All moments are of the database's clock.
  /// `clock`: milliseconds by which a server's clock is at least ahead. `secrets`: `name=digest`,
  /// separated by blanks.
  ///
  /// `change_epoch` has one random text as long as `changes` is whole: both are emptied by a crash and
  /// are empty on a standby that took over. Then every server reads again which units have records.
  ///
  /// A server of version 1 that runs meanwhile goes on; it cannot start again.
  static let nodes = """
    CREATE TABLE nodes (
      id TEXT PRIMARY KEY CHECK (id <> ''),
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      release TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      clock BIGINT NOT NULL,
      lag BIGINT NOT NULL CHECK (lag >= 0),
      secrets TEXT NOT NULL
    );
    CREATE UNLOGGED TABLE change_epoch (
      id SMALLINT PRIMARY KEY CHECK (id = 1),
      value TEXT NOT NULL
    );
    """
}
