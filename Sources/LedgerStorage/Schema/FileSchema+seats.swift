extension FileSchema {
  /// Seats, billing plans, commitments, bundles, how customers came to the app, and which revocations were refunds. The columns that
  /// are never searched are JSON with Apple's names (`Seats`, `Commitment`, `BundleMembership`).
  package static let version19 = """
    ALTER TABLE transactions ADD COLUMN web_order_line_item_id ANY;
    ALTER TABLE transactions ADD COLUMN additional_reason ANY;
    ALTER TABLE transactions ADD COLUMN billing_plan ANY;
    ALTER TABLE transactions ADD COLUMN commitment TEXT;
    ALTER TABLE transactions ADD COLUMN seats TEXT;
    ALTER TABLE transactions ADD COLUMN seat_revocations TEXT;
    ALTER TABLE transactions ADD COLUMN previous_original_transaction_id ANY;
    ALTER TABLE transactions ADD COLUMN bundle TEXT;
    ALTER TABLE transactions ADD COLUMN refunded_at INTEGER;
    UPDATE transactions SET refunded_at = revocation_date
    WHERE revocation_date IS NOT NULL AND revocation_type IS NULL
      AND EXISTS (SELECT 1 FROM refund_decisions AS d WHERE d.line = transactions.line
        AND d.transaction_id = transactions.transaction_id AND d.kind = 'granted');
    ALTER TABLE renewals ADD COLUMN renewal_quantity INTEGER;
    ALTER TABLE renewals ADD COLUMN seats TEXT;
    ALTER TABLE renewals ADD COLUMN billing_plan ANY;
    ALTER TABLE renewals ADD COLUMN commitment TEXT;
    ALTER TABLE renewals ADD COLUMN bundle TEXT;
    ALTER TABLE customers ADD COLUMN acquisition_signed_at INTEGER;
    ALTER TABLE customers ADD COLUMN acquisition_revoked_at INTEGER;
    ALTER TABLE customers ADD COLUMN store_type ANY;
    ALTER TABLE customers ADD COLUMN platform ANY;
    """
}
