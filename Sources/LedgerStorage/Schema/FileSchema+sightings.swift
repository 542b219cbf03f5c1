extension FileSchema {
  /// Sightings: visitor ids and customers who are the same person. Customers who were seen with too
  /// many ids. Conflicts: what one person was shown twice, as events.
  ///
  /// Sightings from before this version are unknown: there are no rows.
  package static let version8 = """
    CREATE TABLE sightings (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      unit ANY NOT NULL CHECK (unit <> ''),
      kind TEXT NOT NULL CHECK (kind IN ('userId', 'anonymousId')),
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      seen_at INTEGER NOT NULL,
      route TEXT NOT NULL CHECK (route <> ''),
      is_proved INTEGER NOT NULL CHECK (is_proved IN (0, 1)),
      is_contested INTEGER NOT NULL CHECK (is_contested IN (0, 1)),
      PRIMARY KEY (environment, unit, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sightings_of_customer ON sightings (customer);
    CREATE TRIGGER sightings_are_few BEFORE INSERT ON sightings
    WHEN (SELECT count(*) FROM sightings WHERE customer = NEW.customer) >= 8
    BEGIN SELECT RAISE(ABORT, 'a customer has at most 8 sightings'); END;
    CREATE TRIGGER sighting_stays_in_its_environment BEFORE INSERT ON sightings
    WHEN NEW.environment IS NOT (SELECT environment FROM customers WHERE number = NEW.customer)
    BEGIN SELECT RAISE(ABORT, 'a sighting stays in the environment of its customer'); END;

    CREATE TABLE set_aside_customers (
      customer INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE
    ) STRICT;

    CREATE TABLE conflicts (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      unit ANY NOT NULL,
      variant ANY NOT NULL,
      other_experiment ANY NOT NULL,
      other_phase INTEGER NOT NULL,
      other_unit ANY NOT NULL,
      other_variant ANY,
      came_first INTEGER NOT NULL CHECK (came_first IN (0, 1)),
      cause TEXT NOT NULL CHECK (cause <> ''),
      voucher TEXT NOT NULL CHECK (voucher IN ('client', 'evidence', 'proof', 'server')),
      happened_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX conflicts_of_unit ON conflicts (environment, unit);
    CREATE INDEX conflicts_with_unit ON conflicts (environment, other_unit);
    CREATE UNIQUE INDEX claimed_conflicts
      ON conflicts (environment, unit, experiment, phase, cause) WHERE voucher = 'client';
    CREATE UNIQUE INDEX vouched_conflicts ON conflicts (
      environment, unit, experiment, phase, cause, voucher, other_unit, other_experiment,
      other_phase) WHERE voucher <> 'client';
    """
}
