extension FileSchema {
  /// The postings of balances, those of a purchase with its chain's id, and what the products of the
  /// configuration give now. A purchase credits a currency once.
  package static let balances = """
    CREATE TABLE balance_postings (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      original_transaction_id ANY,
      currency TEXT NOT NULL CHECK (currency <> ''),
      amount INTEGER NOT NULL CHECK (amount <> 0),
      cause TEXT NOT NULL CHECK (cause IN
        ('purchase', 'refund', 'refundReversed', 'spend', 'correction', 'erasure')),
      id ANY NOT NULL,
      reason ANY,
      author ANY,
      at INTEGER NOT NULL,
      CHECK ((original_transaction_id IS NULL) = (cause IN ('spend', 'correction', 'erasure')))
    ) STRICT;
    CREATE INDEX balance_postings_of_customer ON balance_postings (customer, currency, amount);
    CREATE UNIQUE INDEX balance_postings_credited_once
      ON balance_postings (environment, original_transaction_id, id, currency)
      WHERE cause = 'purchase';
    CREATE INDEX balance_postings_by_key ON balance_postings (environment, id)
      WHERE cause IN ('spend', 'correction');

    CREATE TABLE product_credits (
      product TEXT NOT NULL CHECK (product <> ''),
      currency TEXT NOT NULL CHECK (currency <> ''),
      amount INTEGER NOT NULL CHECK (amount > 0),
      PRIMARY KEY (product, currency)
    ) STRICT, WITHOUT ROWID;
    """
}
