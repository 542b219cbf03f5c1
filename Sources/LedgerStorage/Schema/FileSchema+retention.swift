extension FileSchema {
  /// The answers to Apple's requests for retention messages, for a short time. They go with their
  /// customer.
  package static let retentionAnswers = """
    CREATE TABLE retention_answers (
      request TEXT PRIMARY KEY NOT NULL CHECK (request <> ''),
      customer INTEGER REFERENCES customers (number) ON DELETE CASCADE,
      answered_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX retention_answers_by_age ON retention_answers (answered_at);
    CREATE INDEX retention_answers_of_customer ON retention_answers (customer)
      WHERE customer IS NOT NULL;
    """
}
