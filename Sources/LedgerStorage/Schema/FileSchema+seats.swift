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

  /// The seats that the team's server claimed, with a row for each name of a member. A row without one
  /// is a claim that ended before it was recorded, or whose member was erased.
  package static let seatClaims = """
    CREATE TABLE seat_claims (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      customer INTEGER REFERENCES customers (number) ON DELETE CASCADE,
      claim_id ANY NOT NULL CHECK (claim_id <> ''),
      original_transaction_id ANY NOT NULL CHECK (original_transaction_id <> ''),
      claimed_at INTEGER NOT NULL,
      ended_at INTEGER,
      ended_by TEXT CHECK (ended_by IN ('server', 'appStore')),
      UNIQUE (environment, claim_id, customer),
      CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
      CHECK (customer IS NOT NULL OR ended_at IS NOT NULL)
    ) STRICT;
    CREATE INDEX seat_claims_of_purchase ON seat_claims (environment, original_transaction_id);
    CREATE INDEX seat_claims_of_customer ON seat_claims (customer) WHERE customer IS NOT NULL;
    """
}
