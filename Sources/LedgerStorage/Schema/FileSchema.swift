/// The tables, as each version of the file created them, with the invariants as constraints. A
/// purchase chain (`PurchaseChainRow`) is a row of `lines`, and the column `line` refers to it: a
/// migration that renames them would break a server of the former version that still has the file
/// open during a deployment; every migration so far only adds.
package enum FileSchema {
  /// "Pwal", which marks a file as a ledger.
  package static let applicationId = 0x5077_616C

  /// By version, from 1.
  package static let versions = [
    version1, version2, version3, version4, version5, version6, version7, version8, version9,
    version10, version11, version12, version13, version14, version15, version16, version17,
    version18, version19, version20, version21, version22, version23, version24, version25,
    version26,
  ]

  package static let version25 = [retentionAnswers, balances, seatClaims].joined(
    separator: "\n")

  package static let version1 = """
    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      salt BLOB NOT NULL CHECK (length(salt) = 32)
    ) STRICT;
    INSERT INTO ledger (id, salt) VALUES (1, randomblob(32));

    CREATE TABLE headers (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL CHECK (text <> '')
    ) STRICT;

    CREATE TABLE notifications (uuid ANY PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE customers (
      number INTEGER PRIMARY KEY,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      app_transaction_id ANY CHECK (app_transaction_id <> ''),
      complete_at INTEGER,
      UNIQUE (environment, app_transaction_id)
    ) STRICT;

    CREATE TABLE lines (
      number INTEGER PRIMARY KEY,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      original_transaction_id ANY NOT NULL,
      customer INTEGER NOT NULL REFERENCES customers (number),
      decided_at INTEGER,
      has_purchases INTEGER NOT NULL CHECK (has_purchases IN (0, 1)),
      UNIQUE (environment, original_transaction_id)
    ) STRICT;
    CREATE INDEX lines_of_customer ON lines (customer);
    CREATE TRIGGER new_line_stays_in_its_environment BEFORE INSERT ON lines
    WHEN NEW.environment IS NOT (SELECT environment FROM customers WHERE number = NEW.customer)
    BEGIN SELECT RAISE(ABORT, 'a line belongs to a customer of its environment'); END;
    CREATE TRIGGER line_stays_in_its_environment BEFORE UPDATE OF customer, environment ON lines
    WHEN NEW.environment IS NOT (SELECT environment FROM customers WHERE number = NEW.customer)
    BEGIN SELECT RAISE(ABORT, 'a line belongs to a customer of its environment'); END;

    CREATE TABLE facts (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2, 3)),
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      line INTEGER REFERENCES lines (number),
      customer INTEGER REFERENCES customers (number),
      signed_at INTEGER,
      received_at INTEGER NOT NULL,
      header INTEGER NOT NULL REFERENCES headers (id),
      payload ANY NOT NULL CHECK (typeof(payload) IN ('blob', 'text')),
      signature ANY NOT NULL CHECK (typeof(signature) IN ('blob', 'text')),
      digest BLOB CHECK (length(digest) = 16),
      CHECK (line IS NULL OR customer IS NULL),
      CHECK ((kind = 3) = (digest IS NULL))
    ) STRICT;
    CREATE INDEX facts_of_line ON facts (line) WHERE line IS NOT NULL;
    CREATE INDEX facts_of_customer ON facts (customer) WHERE customer IS NOT NULL;
    CREATE UNIQUE INDEX facts_by_digest ON facts (digest) WHERE digest IS NOT NULL;

    CREATE TABLE transactions (
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      transaction_id ANY NOT NULL,
      signed_at INTEGER NOT NULL,
      app_transaction_id ANY,
      product_id ANY NOT NULL,
      group_id ANY,
      type ANY,
      ownership ANY,
      reason ANY,
      purchase_date INTEGER,
      original_purchase_date INTEGER,
      expires_date INTEGER,
      app_account_token ANY,
      quantity INTEGER,
      price INTEGER,
      currency ANY,
      storefront ANY,
      offer_kind INTEGER,
      offer_id ANY,
      offer_discount ANY,
      offer_period ANY,
      is_upgraded INTEGER NOT NULL CHECK (is_upgraded IN (0, 1)),
      revocation_date INTEGER,
      revocation_reason INTEGER,
      revocation_type ANY,
      revocation_percentage INTEGER,
      PRIMARY KEY (line, transaction_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE renewals (
      line INTEGER PRIMARY KEY REFERENCES lines (number) ON DELETE CASCADE,
      signed_at INTEGER NOT NULL,
      app_transaction_id ANY,
      product_id ANY,
      auto_renew_product_id ANY,
      auto_renews INTEGER CHECK (auto_renews IN (0, 1)),
      renewal_date INTEGER,
      renewal_price INTEGER,
      currency ANY,
      recent_start_date INTEGER,
      expiration_intent INTEGER,
      is_in_billing_retry INTEGER CHECK (is_in_billing_retry IN (0, 1)),
      grace_period_expires_date INTEGER,
      price_increase_status INTEGER,
      offer_kind INTEGER,
      offer_id ANY,
      eligible_win_back_offer_ids TEXT,
      app_account_token ANY
    ) STRICT;

    CREATE TABLE tokens (
      token ANY NOT NULL,
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      PRIMARY KEY (token, line)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of_line ON tokens (line);

    CREATE TABLE links (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      user ANY NOT NULL,
      customer INTEGER NOT NULL REFERENCES customers (number),
      linked_at INTEGER NOT NULL,
      PRIMARY KEY (environment, user, customer)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_of_customer ON links (customer);

    CREATE TABLE assignments (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      unit ANY NOT NULL,
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      unit_kind TEXT NOT NULL CHECK (unit_kind IN ('visitor', 'userId', 'anonymousId')),
      variant ANY NOT NULL,
      recorded_at INTEGER NOT NULL,
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE remnants (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
    CREATE TABLE remnant_ids (
      hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 16),
      remnant INTEGER NOT NULL REFERENCES remnants (number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ids_of_remnant ON remnant_ids (remnant);
    CREATE TABLE marks (
      remnant INTEGER NOT NULL REFERENCES remnants (number),
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
      subject ANY NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (remnant, kind, subject, at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE grants (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      customer INTEGER REFERENCES customers (number),
      remnant INTEGER REFERENCES remnants (number),
      kind TEXT NOT NULL CHECK (kind IN ('introductory', 'promotional', 'winBack', 'offerCode')),
      offer ANY NOT NULL,
      offer_id ANY NOT NULL,
      product ANY NOT NULL,
      granted_at INTEGER NOT NULL,
      release ANY NOT NULL,
      experiment ANY,
      variant ANY,
      redeemed_by ANY,
      redeemed_at INTEGER,
      is_late INTEGER NOT NULL DEFAULT 0 CHECK (is_late IN (0, 1)),
      CHECK (customer IS NULL OR remnant IS NULL),
      CHECK ((redeemed_by IS NULL) = (redeemed_at IS NULL))
    ) STRICT;
    CREATE INDEX grants_of_customer ON grants (customer) WHERE customer IS NOT NULL;
    CREATE INDEX grants_of_remnant ON grants (remnant) WHERE remnant IS NOT NULL;
    CREATE INDEX late_grants ON grants (id) WHERE is_late = 1;

    CREATE TABLE days (
      environment INTEGER NOT NULL,
      offer ANY NOT NULL,
      day INTEGER NOT NULL,
      granted INTEGER NOT NULL CHECK (granted > 0),
      PRIMARY KEY (environment, offer, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER grant_counts_for_its_day AFTER INSERT ON grants BEGIN
      INSERT INTO days (environment, offer, day, granted)
      VALUES (NEW.environment, NEW.offer, NEW.granted_at / 86400000, 1)
      ON CONFLICT DO UPDATE SET granted = granted + 1;
    END;

    CREATE TABLE attempts (
      nonce ANY PRIMARY KEY NOT NULL,
      grant_id INTEGER NOT NULL REFERENCES grants (id),
      signed_at INTEGER NOT NULL,
      key_id ANY NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Exposures, aliases, and the terms of phases. A recorded assignment and the exposures of its
  /// unit are one row, so that neither exists without the other.
  package static let version2 = """
    ALTER TABLE assignments ADD COLUMN is_conflict INTEGER NOT NULL DEFAULT 0
      CHECK (is_conflict IN (0, 1));
    ALTER TABLE assignments ADD COLUMN exposures INTEGER NOT NULL DEFAULT 0
      CHECK (exposures >= 0);
    ALTER TABLE assignments ADD COLUMN exposed_at INTEGER
      CHECK ((exposures = 0) = (exposed_at IS NULL));
    ALTER TABLE assignments ADD COLUMN rendered_at INTEGER
      CHECK ((exposures = 0) = (rendered_at IS NULL));
    ALTER TABLE assignments ADD COLUMN placement ANY CHECK (exposures > 0 OR placement IS NULL);
    ALTER TABLE assignments ADD COLUMN is_held_out INTEGER NOT NULL DEFAULT 0
      CHECK (is_held_out IN (0, 1) AND (exposures > 0 OR is_held_out = 0));
    CREATE TRIGGER variant_stays BEFORE UPDATE ON assignments
    WHEN NEW.variant IS NOT OLD.variant OR NEW.recorded_at IS NOT OLD.recorded_at
    BEGIN SELECT RAISE(ABORT, 'a variant that was shown stays'); END;
    CREATE TRIGGER conflict_stays BEFORE UPDATE ON assignments
    WHEN NEW.is_conflict < OLD.is_conflict OR NEW.exposures < OLD.exposures
    BEGIN SELECT RAISE(ABORT, 'what was seen stays seen'); END;

    CREATE TABLE exposure_ids (
      period INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 16),
      PRIMARY KEY (period, digest)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE aliases (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      anonymous_id ANY NOT NULL CHECK (anonymous_id <> ''),
      user_id ANY NOT NULL CHECK (user_id <> ''),
      aliased_at INTEGER NOT NULL,
      UNIQUE (environment, anonymous_id),
      CHECK (anonymous_id <> user_id)
    ) STRICT;
    CREATE INDEX aliases_of_user ON aliases (environment, user_id);

    CREATE TABLE phases (
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      terms TEXT NOT NULL CHECK (terms <> ''),
      frozen_at INTEGER NOT NULL,
      PRIMARY KEY (experiment, phase)
    ) STRICT, WITHOUT ROWID;
    """

  /// The kind of id that was sent for a recorded assignment; unknown in older rows.
  package static let version3 = """
    ALTER TABLE assignments ADD COLUMN sent_as TEXT
      CHECK (sent_as IN ('userId', 'anonymousId'));
    CREATE TRIGGER user_stays BEFORE UPDATE ON assignments
    WHEN NEW.sent_as IS NOT OLD.sent_as AND NEW.sent_as IS NOT 'userId'
    BEGIN SELECT RAISE(ABORT, 'who was sent as a user stays one'); END;
    """

  /// SHA-256 of the root certificates under which the facts were verified, in hexadecimal, sorted,
  /// separated by blanks; unknown for older versions.
  package static let version4 = """
    ALTER TABLE ledger ADD COLUMN roots TEXT CHECK (roots <> '');
    CREATE TRIGGER roots_stay BEFORE UPDATE OF roots ON ledger
    WHEN OLD.roots IS NOT NULL AND NEW.roots IS NOT OLD.roots
      AND EXISTS (SELECT 1 FROM facts)
    BEGIN SELECT RAISE(ABORT, 'the roots of a ledger stay'); END;
    """

  /// The voucher for an alias. The caller of older ones is unknown, so they count as an app's.
  package static let version6 = """
    ALTER TABLE aliases ADD COLUMN voucher TEXT NOT NULL DEFAULT 'client'
      CHECK (voucher IN ('client', 'evidence', 'proof', 'server'));
    ALTER TABLE aliases ADD COLUMN is_contested INTEGER NOT NULL DEFAULT 0
      CHECK (is_contested IN (0, 1));
    ALTER TABLE assignments ADD COLUMN is_contested INTEGER NOT NULL DEFAULT 0
      CHECK (is_contested IN (0, 1) AND is_contested <= is_conflict);
    """
}
