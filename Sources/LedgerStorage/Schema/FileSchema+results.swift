import Ledger

extension FileSchema {
  /// Daily counts, of which a row refers to what repeats every day by numbers; money events;
  /// covariates of first exposures; and what is left of erased persons, where `other` is day 0
  /// without dimensions.
  package static let version10 = """
    CREATE TABLE counted_variants (
      number INTEGER PRIMARY KEY,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment ANY NOT NULL CHECK (experiment <> ''),
      phase INTEGER NOT NULL CHECK (phase >= 0),
      variant ANY NOT NULL,
      placement ANY NOT NULL,
      UNIQUE (environment, experiment, phase, variant, placement)
    ) STRICT;
    CREATE TABLE counted_devices (
      number INTEGER PRIMARY KEY,
      platform TEXT NOT NULL CHECK (platform <> ''),
      app_version TEXT NOT NULL CHECK (app_version <> ''),
      UNIQUE (platform, app_version)
    ) STRICT;
    CREATE TABLE daily_counts (
      variant INTEGER NOT NULL REFERENCES counted_variants (number),
      day INTEGER NOT NULL,
      device INTEGER NOT NULL REFERENCES counted_devices (number),
      event TEXT NOT NULL CHECK (event <> ''),
      count INTEGER NOT NULL CHECK (count > 0),
      PRIMARY KEY (variant, day, device, event)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER count_grows BEFORE UPDATE ON daily_counts WHEN NEW.count < OLD.count
    BEGIN SELECT RAISE(ABORT, 'a count stays'); END;
    CREATE TABLE counted_versions (
      day INTEGER NOT NULL,
      app_version TEXT NOT NULL,
      PRIMARY KEY (day, app_version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE count_batches (
      run BLOB PRIMARY KEY NOT NULL CHECK (length(run) = 16),
      number INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE money_events (
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
      transaction_id ANY NOT NULL,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
      at INTEGER NOT NULL,
      received_at INTEGER,
      reason INTEGER,
      type ANY,
      percentage INTEGER,
      PRIMARY KEY (line, transaction_id, kind, at)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER money_event_stays BEFORE UPDATE ON money_events
    BEGIN SELECT RAISE(ABORT, 'an event of money stays'); END;

    CREATE TABLE covariates (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      unit ANY NOT NULL,
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      unit_kind TEXT NOT NULL CHECK (unit_kind IN ('visitor', 'userId', 'anonymousId')),
      before INTEGER NOT NULL,
      transactions INTEGER NOT NULL CHECK (transactions >= 0),
      spend TEXT NOT NULL,
      unpriced INTEGER NOT NULL CHECK (unpriced >= 0),
      days_since_purchase INTEGER,
      days_since_install INTEGER,
      is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER covariates_stay BEFORE UPDATE ON covariates
    BEGIN SELECT RAISE(ABORT, 'covariates stay'); END;

    CREATE TABLE exposed_cells (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      variant ANY NOT NULL,
      day INTEGER NOT NULL,
      dimensions TEXT NOT NULL CHECK (dimensions <> ''),
      persons INTEGER NOT NULL CHECK (persons > 0),
      PRIMARY KEY (environment, experiment, phase, variant, day, dimensions)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE erased_cells (
      number INTEGER PRIMARY KEY,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      variant ANY NOT NULL,
      day INTEGER NOT NULL,
      dimensions TEXT NOT NULL CHECK (dimensions <> '' OR day = 0),
      units INTEGER NOT NULL CHECK (units >= 0),
      repeats INTEGER NOT NULL CHECK (repeats >= 0),
      conflicts INTEGER NOT NULL CHECK (conflicts >= 0),
      contested INTEGER NOT NULL CHECK (contested BETWEEN 0 AND conflicts),
      held_out INTEGER NOT NULL CHECK (held_out BETWEEN 0 AND units),
      UNIQUE (environment, experiment, phase, variant, day, dimensions)
    ) STRICT;
    CREATE TRIGGER erased_stay_counted BEFORE UPDATE ON erased_cells
    WHEN NEW.units < OLD.units OR NEW.repeats < OLD.repeats OR NEW.conflicts < OLD.conflicts
    BEGIN SELECT RAISE(ABORT, 'who was erased stays counted'); END;
    CREATE TABLE erased_sums (
      cell INTEGER NOT NULL REFERENCES erased_cells (number),
      metric TEXT NOT NULL CHECK (metric <> ''),
      times TEXT NOT NULL,
      total ANY NOT NULL,
      PRIMARY KEY (cell, metric, times)
    ) STRICT, WITHOUT ROWID;
    """

  /// The refunds that the newest copies show, of which the arrival is unknown. Refunds that were
  /// reversed before are in no copy.
  package static var refundsBeforeVersion10: String {
    func word(_ text: String) -> Int { PackedWords.all.firstIndex(of: text) ?? -1 }
    return """
      INSERT INTO money_events (line, transaction_id, kind, at, reason, type, percentage)
      SELECT line, transaction_id, 0, revocation_date, revocation_reason, revocation_type,
        revocation_percentage
      FROM transactions
      WHERE revocation_date IS NOT NULL
        AND (ownership IS NULL OR ownership = \(word("PURCHASED")))
        AND revocation_type IS NOT \(word("FAMILY_REVOKE"))
        AND revocation_type IS NOT \(word("ASSIGNMENT_REVOKE"))
        AND (revocation_type IS \(word("REFUND_FULL")) OR coalesce(revocation_percentage, 1) > 0);
      """
  }
}
