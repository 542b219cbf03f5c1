extension Schema {
  /// Daily counts. A row of a day refers to what repeats every day by numbers.
  static let version10 = """
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
    """
}
