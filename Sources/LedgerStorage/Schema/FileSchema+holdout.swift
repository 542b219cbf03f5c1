extension FileSchema {
  /// The first eligible exposures of held-out units, with what is kept of a first exposure. They
  /// have no variant. Earlier ones are unknown: there are no rows.
  package static let version11 = """
    CREATE TABLE held_out (
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      unit ANY NOT NULL CHECK (unit <> ''),
      experiment ANY NOT NULL CHECK (experiment <> ''),
      phase INTEGER NOT NULL CHECK (phase > 0),
      unit_kind TEXT NOT NULL CHECK (unit_kind IN ('visitor', 'userId', 'anonymousId')),
      sent_as TEXT CHECK (sent_as IN ('userId', 'anonymousId')),
      exposures INTEGER NOT NULL CHECK (exposures > 0),
      exposed_at INTEGER NOT NULL,
      rendered_at INTEGER NOT NULL,
      placement ANY NOT NULL CHECK (placement <> ''),
      device_time INTEGER,
      clock_offset INTEGER CHECK ((clock_offset IS NULL) = (device_time IS NULL)),
      dimensions INTEGER NOT NULL REFERENCES dimensions (number),
      served INTEGER NOT NULL REFERENCES served_paywalls (number),
      reported INTEGER NOT NULL REFERENCES reported_paywalls (number),
      exposure_flags INTEGER NOT NULL CHECK (exposure_flags BETWEEN 0 AND 255),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER first_held_out_exposure_stays BEFORE UPDATE ON held_out
    WHEN NEW.dimensions IS NOT OLD.dimensions OR NEW.served IS NOT OLD.served
      OR NEW.reported IS NOT OLD.reported OR NEW.exposure_flags IS NOT OLD.exposure_flags
      OR NEW.exposures < OLD.exposures OR NEW.rendered_at > OLD.rendered_at
    BEGIN SELECT RAISE(ABORT, 'what the first exposure of a held-out unit brought stays'); END;
    """
}
