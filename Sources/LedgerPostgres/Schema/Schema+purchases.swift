import LedgerStorage

extension Schema {
  /// As version 20 of a file: the last change of each purchase that does not renew, in the order of
  /// commits, and a number by which readers who follow them tell this ledger from another.
  static let purchaseChanges = """
    ALTER TABLE ledger ADD COLUMN purchase_ledger TEXT NOT NULL
      DEFAULT substr(md5(random()::text || clock_timestamp()::text), 1, 16);

    \(TableSpelling.tables("purchase_changes", of: FileSchema.version20))
    INSERT INTO purchase_changes (customer, chain, purchase)
    SELECT customer, chain, purchase FROM (
      SELECT l.customer, t.chain, CASE WHEN t.type = 'Non-Consumable' THEN original_transaction_id
        ELSE t.transaction_id END AS purchase
      FROM transactions AS t JOIN chains AS l ON l.number = t.chain
      WHERE t.type IN ('Non-Consumable', 'Consumable', 'Non-Renewing Subscription')
        OR t.type IS DISTINCT FROM 'Auto-Renewable Subscription' AND t.group_id IS NULL
          AND t.expires_date IS NULL
      UNION SELECT l.customer, t.chain, t.transaction_id
      FROM transactions AS t JOIN chains AS l ON l.number = t.chain
      WHERE t.type = 'Non-Consumable'
    ) AS known ORDER BY chain, purchase ON CONFLICT DO NOTHING;
    """
}
