extension Schema {
  /// Sessions of the results pages that were ended before their time, on any server. No export and
  /// no move takes them along: a cookie names servers of one ledger only.
  static let sessions = """
    CREATE TABLE ended_sessions (
      mark BYTEA PRIMARY KEY CHECK (length(mark) = 32),
      ends_at BIGINT NOT NULL
    );
    """
}
