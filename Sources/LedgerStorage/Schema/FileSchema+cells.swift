extension FileSchema {
  /// The day of the cell that counts a first exposure; unknown in rows whose first exposure was
  /// counted by its placement alone, or not at all. And the customers on whose purchases covariates
  /// rest, so that they are found when a customer is erased.
  package static let version12 = """
    ALTER TABLE assignments ADD COLUMN cell_day INTEGER
      CHECK (cell_day IS NULL OR exposure_flags IS NOT NULL);
    CREATE TRIGGER cell_stays BEFORE UPDATE ON assignments
    WHEN OLD.exposures > 0 AND NEW.cell_day IS NOT OLD.cell_day
    BEGIN SELECT RAISE(ABORT, 'the cell of a first exposure stays'); END;

    CREATE TABLE covariate_customers (
      environment INTEGER NOT NULL,
      unit ANY NOT NULL,
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      unit_kind TEXT NOT NULL,
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind, customer),
      FOREIGN KEY (environment, unit, experiment, phase, unit_kind) REFERENCES covariates
        (environment, unit, experiment, phase, unit_kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX covariates_of_customer ON covariate_customers (customer);
    """
}
