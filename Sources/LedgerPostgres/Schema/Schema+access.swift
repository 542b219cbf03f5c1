import LedgerStorage

extension Schema {
  /// As version 24 of a file.
  static let givenAccess = """
    ALTER TABLE webhook_events ALTER COLUMN chain DROP NOT NULL;
    ALTER TABLE webhook_events ADD COLUMN customer BIGINT
      REFERENCES customers (number) ON DELETE CASCADE;
    ALTER TABLE webhook_events ADD CHECK ((chain IS NULL) <> (customer IS NULL));
    \(TableSpelling.all(of: FileSchema.givenAccess))
    """

  /// As version 25 of a file. The name is the one that PostgreSQL gave the check before.
  static let eventsAboutNobody = """
    ALTER TABLE webhook_events DROP CONSTRAINT webhook_events_check;
    ALTER TABLE webhook_events ADD CHECK (chain IS NULL OR customer IS NULL);
    """
}
