extension FileSchema {
  /// The days since the installation, by the app's word, of every first exposure: covariates have
  /// them only of units with a known customer, and give them to the rows from before. And how many
  /// sightings of others a customer has put in doubt, which counts in the limit of its ids; of the
  /// time before none are counted.
  package static let version13 = """
    ALTER TABLE assignments ADD COLUMN days_since_install INTEGER
      CHECK (days_since_install IS NULL
        OR (days_since_install >= 0 AND exposure_flags IS NOT NULL));
    ALTER TABLE held_out ADD COLUMN days_since_install INTEGER CHECK (days_since_install >= 0);
    UPDATE assignments SET days_since_install = known.days_since_install
    FROM covariates AS known
    WHERE known.environment = assignments.environment AND known.unit = assignments.unit
      AND known.experiment = assignments.experiment AND known.phase = assignments.phase
      AND known.unit_kind = assignments.unit_kind AND known.days_since_install >= 0
      AND assignments.exposure_flags IS NOT NULL;
    UPDATE held_out SET days_since_install = known.days_since_install
    FROM covariates AS known
    WHERE known.environment = held_out.environment AND known.unit = held_out.unit
      AND known.experiment = held_out.experiment AND known.phase = held_out.phase
      AND known.unit_kind = held_out.unit_kind AND known.days_since_install >= 0;
    CREATE TRIGGER first_install_stays BEFORE UPDATE ON assignments
    WHEN OLD.exposures > 0 AND NEW.days_since_install IS NOT OLD.days_since_install
    BEGIN SELECT RAISE(ABORT, 'what the first exposure brought stays'); END;
    CREATE TRIGGER first_held_out_install_stays BEFORE UPDATE ON held_out
    WHEN NEW.days_since_install IS NOT OLD.days_since_install
    BEGIN SELECT RAISE(ABORT, 'what the first exposure of a held-out unit brought stays'); END;

    CREATE TABLE sighting_contests (
      customer INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
      count INTEGER NOT NULL CHECK (count > 0)
    ) STRICT;
    """
}
