extension Schema {
  /// Seats, billing plans, commitments, bundles, how customers came to the app, and which revocations were refunds. The columns that
  /// are never searched are JSON with Apple's names (`Seats`, `Commitment`, `BundleMembership`).
  static let seats = """
    ALTER TABLE transactions ADD COLUMN web_order_line_item_id TEXT;
    ALTER TABLE transactions ADD COLUMN additional_reason TEXT;
    ALTER TABLE transactions ADD COLUMN billing_plan TEXT;
    ALTER TABLE transactions ADD COLUMN commitment TEXT;
    ALTER TABLE transactions ADD COLUMN seats TEXT;
    ALTER TABLE transactions ADD COLUMN seat_revocations TEXT;
    ALTER TABLE transactions ADD COLUMN previous_original_transaction_id TEXT;
    ALTER TABLE transactions ADD COLUMN bundle TEXT;
    ALTER TABLE transactions ADD COLUMN refunded_at BIGINT;
    UPDATE transactions SET refunded_at = revocation_date
    WHERE revocation_date IS NOT NULL AND revocation_type IS NULL
      AND EXISTS (SELECT 1 FROM refund_decisions AS d WHERE d.chain = transactions.chain
        AND d.transaction_id = transactions.transaction_id AND d.kind = 'granted');
    ALTER TABLE renewals ADD COLUMN renewal_quantity BIGINT;
    ALTER TABLE renewals ADD COLUMN seats TEXT;
    ALTER TABLE renewals ADD COLUMN billing_plan TEXT;
    ALTER TABLE renewals ADD COLUMN commitment TEXT;
    ALTER TABLE renewals ADD COLUMN bundle TEXT;
    ALTER TABLE customers ADD COLUMN acquisition_signed_at BIGINT;
    ALTER TABLE customers ADD COLUMN acquisition_revoked_at BIGINT;
    ALTER TABLE customers ADD COLUMN store_type TEXT;
    ALTER TABLE customers ADD COLUMN platform TEXT;
    """
}
