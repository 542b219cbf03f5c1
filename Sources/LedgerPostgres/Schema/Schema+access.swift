import LedgerStorage

extension Schema {
  /// As version 24 of a file.
  static let givenAccess = """
    ALTER TABLE webhook_events ALTER COLUMN chain DROP NOT NULL;
    ALTER TABLE webhook_events ADD COLUMN customer BIGINT
      REFERENCES customers (number) ON DELETE CASCADE;
    ALTER TABLE webhook_events ADD CHECK (chain IS NULL OR customer IS NULL);
    \(TableSpelling.all(of: FileSchema.givenAccess))
    """
}
