extension FileSchema {
  /// The details that are recorded with a first exposure: dimensions of the visitor, what was
  /// shown, times and flags. Values that repeat are rows of their own, with a number that never
  /// gets another meaning. All of it is unknown (NULL) in older rows, and in rows that an older
  /// server writes meanwhile.
  package static let version7 = """
    CREATE TABLE dimensions (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      storefront TEXT CHECK (length(storefront) = 3),
      platform TEXT CHECK (platform <> ''),
      app_version TEXT CHECK (app_version <> ''),
      system INTEGER CHECK (system > 0),
      language TEXT CHECK (length(language) IN (2, 3)),
      is_new INTEGER CHECK (is_new IN (0, 1)),
      subscription TEXT CHECK (subscription <> ''),
      is_in_audience INTEGER CHECK (is_in_audience IN (0, 1))
    ) STRICT;
    CREATE UNIQUE INDEX dimensions_by_value ON dimensions (
      ifnull(storefront, ''), ifnull(platform, ''), ifnull(app_version, ''), ifnull(system, ''),
      ifnull(language, ''), ifnull(is_new, ''), ifnull(subscription, ''),
      ifnull(is_in_audience, ''));

    CREATE TABLE served_paywalls (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      release TEXT CHECK (release <> ''),
      placement TEXT CHECK (placement <> ''),
      traffic INTEGER CHECK (traffic BETWEEN 0 AND 10000),
      paywall TEXT CHECK (paywall <> ''),
      locale TEXT CHECK (locale <> ''),
      content TEXT CHECK (length(content) = 32),
      products TEXT CHECK (length(products) = 32),
      selected TEXT CHECK (selected <> '')
    ) STRICT;
    CREATE UNIQUE INDEX served_paywalls_by_value ON served_paywalls (
      ifnull(release, ''), ifnull(placement, ''), ifnull(traffic, ''), ifnull(paywall, ''),
      ifnull(locale, ''), ifnull(content, ''), ifnull(products, ''), ifnull(selected, ''));

    CREATE TABLE reported_paywalls (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      paywall TEXT CHECK (paywall <> ''),
      content TEXT CHECK (length(content) = 32),
      products TEXT CHECK (length(products) = 32),
      product TEXT CHECK (product <> ''),
      price INTEGER CHECK (price >= 0),
      currency TEXT CHECK (length(currency) = 3),
      introductory_eligible INTEGER CHECK (introductory_eligible IN (0, 1)),
      CHECK (price IS NULL OR currency IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX reported_paywalls_by_value ON reported_paywalls (
      ifnull(paywall, ''), ifnull(content, ''), ifnull(products, ''), ifnull(product, ''),
      ifnull(price, ''), ifnull(currency, ''), ifnull(introductory_eligible, ''));

    CREATE TRIGGER dimensions_stay BEFORE UPDATE ON dimensions
    BEGIN SELECT RAISE(ABORT, 'dimensions of exposures stay'); END;
    CREATE TRIGGER served_paywalls_stay BEFORE UPDATE ON served_paywalls
    BEGIN SELECT RAISE(ABORT, 'what was served stays'); END;
    CREATE TRIGGER reported_paywalls_stay BEFORE UPDATE ON reported_paywalls
    BEGIN SELECT RAISE(ABORT, 'what was reported stays'); END;

    ALTER TABLE assignments ADD COLUMN device_time INTEGER;
    ALTER TABLE assignments ADD COLUMN clock_offset INTEGER
      CHECK ((clock_offset IS NULL) = (device_time IS NULL));
    ALTER TABLE assignments ADD COLUMN dimensions INTEGER REFERENCES dimensions (number);
    ALTER TABLE assignments ADD COLUMN served INTEGER REFERENCES served_paywalls (number);
    ALTER TABLE assignments ADD COLUMN reported INTEGER REFERENCES reported_paywalls (number);
    ALTER TABLE assignments ADD COLUMN exposure_flags INTEGER
      CHECK ((dimensions IS NULL) = (exposure_flags IS NULL)
        AND (served IS NULL) = (exposure_flags IS NULL)
        AND (reported IS NULL) = (exposure_flags IS NULL)
        AND (exposure_flags IS NULL OR (exposure_flags BETWEEN 0 AND 255 AND exposures > 0)));
    ALTER TABLE assignments ADD COLUMN is_at_several_placements INTEGER NOT NULL DEFAULT 0
      CHECK (is_at_several_placements IN (0, 1));
    CREATE TRIGGER first_exposure_stays BEFORE UPDATE ON assignments
    WHEN OLD.exposures > 0 AND (NEW.dimensions IS NOT OLD.dimensions
      OR NEW.served IS NOT OLD.served OR NEW.reported IS NOT OLD.reported
      OR NEW.exposure_flags IS NOT OLD.exposure_flags
      OR NEW.is_at_several_placements < OLD.is_at_several_placements)
    BEGIN SELECT RAISE(ABORT, 'what the first exposure brought stays'); END;

    CREATE TABLE placement_exposures (
      environment INTEGER NOT NULL,
      unit ANY NOT NULL,
      experiment ANY NOT NULL,
      phase INTEGER NOT NULL,
      unit_kind TEXT NOT NULL,
      placement ANY NOT NULL CHECK (placement <> ''),
      rendered_at INTEGER NOT NULL,
      exposures INTEGER CHECK (exposures > 0),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind, placement),
      FOREIGN KEY (environment, unit, experiment, phase, unit_kind) REFERENCES assignments
        (environment, unit, experiment, phase, unit_kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """
}
