extension FileSchema {
  /// Caller and moment of each attempt, which limits of attempts count; grants on trust that are
  /// used again; customers whom the limits count as one.
  ///
  /// The caller of older attempts is unknown: they are not counted, so a grant that is outstanding
  /// during the migration allows the full number again. It lapses within 24 hours.
  package static let version5 = """
    ALTER TABLE attempts ADD COLUMN caller TEXT CHECK (caller IN ('client', 'server'));
    ALTER TABLE attempts ADD COLUMN moment TEXT CHECK (moment IN ('inPaywall', 'atPurchase'));
    CREATE INDEX attempts_of_grant ON attempts (grant_id, caller, moment)
      WHERE caller IS NOT NULL;
    CREATE TRIGGER attempt_says_to_whom BEFORE INSERT ON attempts
    WHEN NEW.caller IS NULL OR NEW.moment IS NULL
    BEGIN SELECT RAISE(ABORT, 'an attempt says to whom and when'); END;

    ALTER TABLE grants ADD COLUMN trusted BLOB
      CHECK (trusted IS NULL OR (length(trusted) = 16 AND customer IS NULL AND remnant IS NULL));
    CREATE INDEX grants_on_trust ON grants (trusted) WHERE trusted IS NOT NULL;

    CREATE TABLE apple_accounts (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    ALTER TABLE customers ADD COLUMN apple_account INTEGER REFERENCES apple_accounts (number);
    CREATE INDEX customers_of_account ON customers (apple_account)
      WHERE apple_account IS NOT NULL;
    ALTER TABLE remnants ADD COLUMN apple_account INTEGER REFERENCES apple_accounts (number);
    """
}
