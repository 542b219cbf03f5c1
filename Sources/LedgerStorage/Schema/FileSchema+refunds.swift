extension FileSchema {
  /// Requests for refunds, Apple's decisions, and what the team's server reports for the answers.
  /// All of it goes with the purchase chain, or with the customer. Requests of an older file are not
  /// opened: most of their 12 hours are over, and a server fetches the newest again when it reconciles.
  package static let version17 = """
    CREATE TABLE refund_cases (
      uuid ANY NOT NULL UNIQUE,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      line INTEGER REFERENCES lines (number) ON DELETE CASCADE,
      transaction_id ANY CHECK (line IS NOT NULL OR transaction_id IS NULL),
      reason TEXT NOT NULL,
      requested_at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_failure TEXT,
      settled_at INTEGER,
      rule TEXT,
      sent TEXT,
      refusal TEXT,
      basis TEXT,
      CHECK ((settled_at IS NULL) = (rule IS NULL AND refusal IS NULL)),
      CHECK ((rule IS NULL) = (sent IS NULL)),
      CHECK (rule IS NULL OR refusal IS NULL)
    ) STRICT;
    CREATE INDEX refund_cases_of_line ON refund_cases (line) WHERE line IS NOT NULL;
    CREATE INDEX refund_cases_of_transaction ON refund_cases (transaction_id)
      WHERE transaction_id IS NOT NULL;
    CREATE INDEX open_refund_cases ON refund_cases (due_at) WHERE settled_at IS NULL;
    CREATE INDEX settled_refund_cases ON refund_cases (refusal) WHERE settled_at IS NOT NULL;
    CREATE TRIGGER refund_answer_stays BEFORE UPDATE ON refund_cases
    WHEN OLD.sent IS NOT NULL AND (NEW.sent IS NOT OLD.sent OR NEW.rule IS NOT OLD.rule)
    BEGIN SELECT RAISE(ABORT, 'what Apple was told stays'); END;

    CREATE TABLE refund_decisions (
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      transaction_id ANY NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('granted', 'declined', 'reversed')),
      at INTEGER NOT NULL,
      share INTEGER CHECK (share BETWEEN 0 AND 100000),
      PRIMARY KEY (line, transaction_id, kind, at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE purchase_reports (
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      transaction_id ANY NOT NULL,
      reported_at INTEGER NOT NULL,
      consented INTEGER NOT NULL CHECK (consented IN (0, 1)),
      delivery TEXT CHECK (consented = 0 OR delivery IS NOT NULL),
      sample INTEGER CHECK (sample IN (0, 1)),
      percentage INTEGER CHECK (percentage BETWEEN 0 AND 100000),
      PRIMARY KEY (line, transaction_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE customer_reports (
      customer INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
      reported_at INTEGER NOT NULL,
      consented INTEGER NOT NULL CHECK (consented IN (0, 1)),
      delivery TEXT CHECK (consented = 0 OR delivery IS NOT NULL),
      sample INTEGER CHECK (sample IN (0, 1))
    ) STRICT;
    """
}
