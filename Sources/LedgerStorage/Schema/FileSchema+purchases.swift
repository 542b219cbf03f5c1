extension FileSchema {
  /// The last change of each purchase that does not renew, in the order of commits; and a number by
  /// which readers who follow them tell this file from another. Of an older file all ids of such
  /// purchases are noted: one that turns out to be a copy is no purchase, and is left out by readers.
  ///
  /// The types are those of `PackedWords`: 69 a non-consumable, 70 a consumable, 71 a pass.
  package static let version20 = """
    ALTER TABLE ledger ADD COLUMN purchase_ledger BLOB;
    UPDATE ledger SET purchase_ledger = randomblob(8);

    CREATE TABLE purchase_changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      purchase ANY NOT NULL,
      UNIQUE (line, purchase)
    ) STRICT;
    CREATE INDEX purchase_changes_of_customer ON purchase_changes (customer, number);
    INSERT OR IGNORE INTO purchase_changes (customer, line, purchase)
    SELECT customer, line, purchase FROM (
      SELECT l.customer, t.line, CASE WHEN t.type = 69 THEN original_transaction_id
        ELSE t.transaction_id END AS purchase
      FROM transactions AS t JOIN lines AS l ON l.number = t.line
      WHERE t.type IN (69, 70, 71) OR (t.type IS NULL OR typeof(t.type) = 'text')
        AND t.group_id IS NULL AND t.expires_date IS NULL
      UNION SELECT l.customer, t.line, t.transaction_id
      FROM transactions AS t JOIN lines AS l ON l.number = t.line WHERE t.type = 69
    ) ORDER BY line, purchase;
    """
}
