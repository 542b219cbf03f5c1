extension Schema {
  /// Recorded assignments with the exposures of their units, aliases, and the terms of phases.
  static let visitors = """
    CREATE TABLE assignments (
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      unit TEXT NOT NULL,
      experiment TEXT NOT NULL,
      phase BIGINT NOT NULL,
      unit_kind TEXT NOT NULL CHECK (unit_kind IN ('visitor', 'userId', 'anonymousId')),
      variant TEXT NOT NULL,
      recorded_at BIGINT NOT NULL,
      is_conflict SMALLINT NOT NULL CHECK (is_conflict IN (0, 1)),
      is_contested SMALLINT NOT NULL CHECK (is_contested IN (0, 1)),
      exposures BIGINT NOT NULL CHECK (exposures >= 0),
      exposed_at BIGINT,
      rendered_at BIGINT,
      placement TEXT,
      is_held_out SMALLINT NOT NULL CHECK (is_held_out IN (0, 1)),
      sent_as TEXT CHECK (sent_as IN ('userId', 'anonymousId')),
      device_time BIGINT,
      clock_offset BIGINT,
      dimensions BIGINT,
      served BIGINT,
      reported BIGINT,
      exposure_flags SMALLINT CHECK (exposure_flags BETWEEN 0 AND 255),
      is_at_several_placements SMALLINT NOT NULL CHECK (is_at_several_placements IN (0, 1)),
      cell_day BIGINT,
      days_since_install BIGINT CHECK (days_since_install >= 0),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind),
      CHECK ((exposures = 0) = (exposed_at IS NULL)),
      CHECK ((exposures = 0) = (rendered_at IS NULL)),
      CHECK (exposures > 0 OR placement IS NULL),
      CHECK (exposures > 0 OR is_held_out = 0),
      CHECK (is_contested <= is_conflict),
      CHECK ((clock_offset IS NULL) = (device_time IS NULL)),
      CHECK (num_nulls(dimensions, served, reported, exposure_flags) IN (0, 4)),
      CHECK (exposure_flags IS NULL OR exposures > 0),
      CHECK (cell_day IS NULL OR exposure_flags IS NOT NULL),
      CHECK (days_since_install IS NULL OR exposure_flags IS NOT NULL)
    );
    CREATE INDEX assignments_of_phase ON assignments (experiment, phase, environment);
    CREATE TRIGGER variant_stays BEFORE UPDATE ON assignments FOR EACH ROW
      WHEN (NEW.variant <> OLD.variant OR NEW.recorded_at <> OLD.recorded_at)
      EXECUTE FUNCTION refuse('a variant that was shown stays');
    CREATE TRIGGER conflict_stays BEFORE UPDATE ON assignments FOR EACH ROW
      WHEN (NEW.is_conflict < OLD.is_conflict OR NEW.exposures < OLD.exposures)
      EXECUTE FUNCTION refuse('what was seen stays seen');
    CREATE TRIGGER user_stays BEFORE UPDATE ON assignments FOR EACH ROW
      WHEN (NEW.sent_as IS DISTINCT FROM OLD.sent_as AND NEW.sent_as IS DISTINCT FROM 'userId')
      EXECUTE FUNCTION refuse('who was sent as a user stays one');
    CREATE TRIGGER first_exposure_stays BEFORE UPDATE ON assignments FOR EACH ROW
      WHEN (OLD.exposures > 0 AND (NEW.dimensions IS DISTINCT FROM OLD.dimensions
        OR NEW.served IS DISTINCT FROM OLD.served OR NEW.reported IS DISTINCT FROM OLD.reported
        OR NEW.exposure_flags IS DISTINCT FROM OLD.exposure_flags
        OR NEW.cell_day IS DISTINCT FROM OLD.cell_day
        OR NEW.days_since_install IS DISTINCT FROM OLD.days_since_install
        OR NEW.is_at_several_placements < OLD.is_at_several_placements))
      EXECUTE FUNCTION refuse('what the first exposure brought stays');

    CREATE TABLE placement_exposures (
      environment SMALLINT NOT NULL,
      unit TEXT NOT NULL,
      experiment TEXT NOT NULL,
      phase BIGINT NOT NULL,
      unit_kind TEXT NOT NULL,
      placement TEXT NOT NULL CHECK (placement <> ''),
      rendered_at BIGINT NOT NULL,
      exposures BIGINT CHECK (exposures > 0),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind, placement),
      FOREIGN KEY (environment, unit, experiment, phase, unit_kind) REFERENCES assignments
        (environment, unit, experiment, phase, unit_kind) ON DELETE CASCADE
    );

    CREATE TABLE held_out (
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      unit TEXT NOT NULL CHECK (unit <> ''),
      experiment TEXT NOT NULL CHECK (experiment <> ''),
      phase BIGINT NOT NULL CHECK (phase > 0),
      unit_kind TEXT NOT NULL CHECK (unit_kind IN ('visitor', 'userId', 'anonymousId')),
      sent_as TEXT CHECK (sent_as IN ('userId', 'anonymousId')),
      exposures BIGINT NOT NULL CHECK (exposures > 0),
      exposed_at BIGINT NOT NULL,
      rendered_at BIGINT NOT NULL,
      placement TEXT NOT NULL CHECK (placement <> ''),
      device_time BIGINT,
      clock_offset BIGINT CHECK ((clock_offset IS NULL) = (device_time IS NULL)),
      dimensions BIGINT NOT NULL,
      served BIGINT NOT NULL,
      reported BIGINT NOT NULL,
      exposure_flags SMALLINT NOT NULL CHECK (exposure_flags BETWEEN 0 AND 255),
      days_since_install BIGINT CHECK (days_since_install >= 0),
      PRIMARY KEY (environment, unit, experiment, phase, unit_kind)
    );
    CREATE INDEX held_out_of_phase ON held_out (experiment, phase, environment);
    CREATE TRIGGER first_held_out_exposure_stays BEFORE UPDATE ON held_out FOR EACH ROW
      WHEN (NEW.dimensions <> OLD.dimensions OR NEW.served <> OLD.served
        OR NEW.reported <> OLD.reported OR NEW.exposure_flags <> OLD.exposure_flags
        OR NEW.days_since_install IS DISTINCT FROM OLD.days_since_install
        OR NEW.exposures < OLD.exposures OR NEW.rendered_at > OLD.rendered_at)
      EXECUTE FUNCTION refuse('what the first exposure of a held-out unit brought stays');

    CREATE TABLE exposure_ids (
      period BIGINT NOT NULL,
      digest BYTEA NOT NULL CHECK (length(digest) = 16),
      PRIMARY KEY (period, digest)
    );

    CREATE TABLE aliases (
      number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      anonymous_id TEXT NOT NULL CHECK (anonymous_id <> ''),
      user_id TEXT NOT NULL CHECK (user_id <> ''),
      aliased_at BIGINT NOT NULL,
      voucher TEXT NOT NULL CHECK (voucher IN ('client', 'evidence', 'proof', 'server')),
      is_contested SMALLINT NOT NULL CHECK (is_contested IN (0, 1)),
      UNIQUE (environment, anonymous_id),
      CHECK (anonymous_id <> user_id)
    );
    CREATE INDEX aliases_of_user ON aliases (environment, user_id, number);

    CREATE TABLE phases (
      experiment TEXT NOT NULL,
      phase BIGINT NOT NULL,
      terms TEXT NOT NULL CHECK (terms <> ''),
      frozen_at BIGINT NOT NULL,
      PRIMARY KEY (experiment, phase)
    );

    CREATE TABLE sightings (
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      unit TEXT NOT NULL CHECK (unit <> ''),
      kind TEXT NOT NULL CHECK (kind IN ('userId', 'anonymousId')),
      customer BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      route TEXT NOT NULL CHECK (route <> ''),
      is_proved SMALLINT NOT NULL CHECK (is_proved IN (0, 1)),
      is_contested SMALLINT NOT NULL CHECK (is_contested IN (0, 1)),
      PRIMARY KEY (environment, unit, kind),
      FOREIGN KEY (customer, environment) REFERENCES customers (number, environment)
        ON DELETE CASCADE
    );
    CREATE INDEX sightings_of_customer ON sightings (customer);
    CREATE FUNCTION require_few_sightings() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM sightings WHERE customer = NEW.customer) >= 8 THEN
        RAISE EXCEPTION USING MESSAGE = 'a customer has at most 8 sightings',
          ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sightings_are_few BEFORE INSERT ON sightings FOR EACH ROW
      EXECUTE FUNCTION require_few_sightings();
    CREATE TABLE set_aside_customers (
      customer BIGINT PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE
    );
    CREATE TABLE contested_sightings (
      environment SMALLINT NOT NULL,
      unit TEXT NOT NULL,
      kind TEXT NOT NULL,
      customer BIGINT NOT NULL,
      PRIMARY KEY (environment, unit, kind, customer),
      FOREIGN KEY (environment, unit, kind) REFERENCES sightings (environment, unit, kind)
        ON DELETE CASCADE,
      FOREIGN KEY (customer, environment) REFERENCES customers (number, environment)
        ON DELETE CASCADE
    );
    CREATE INDEX sightings_contested_by ON contested_sightings (customer);

    CREATE TABLE conflicts (
      number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment TEXT NOT NULL,
      phase BIGINT NOT NULL,
      unit TEXT NOT NULL,
      variant TEXT,
      other_experiment TEXT NOT NULL,
      other_phase BIGINT NOT NULL,
      other_unit TEXT NOT NULL,
      other_variant TEXT,
      came_first SMALLINT NOT NULL CHECK (came_first IN (0, 1)),
      cause TEXT NOT NULL CHECK (cause <> ''),
      voucher TEXT NOT NULL CHECK (voucher IN ('client', 'evidence', 'proof', 'server')),
      happened_at BIGINT NOT NULL
    );
    CREATE INDEX conflicts_of_unit ON conflicts (environment, unit);
    CREATE INDEX conflicts_with_unit ON conflicts (environment, other_unit);
    CREATE UNIQUE INDEX claimed_conflicts
      ON conflicts (environment, unit, experiment, phase, cause) WHERE voucher = 'client';
    CREATE UNIQUE INDEX vouched_conflicts ON conflicts (
      environment, unit, experiment, phase, cause, voucher, other_unit, other_experiment,
      other_phase) WHERE voucher <> 'client';
    """

  /// What is recorded with a first exposure. Values that repeat are rows of their own, with a number
  /// that never gets another meaning.
  static let details = """
    CREATE TABLE dimensions (
      number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      storefront TEXT CHECK (length(storefront) = 3),
      platform TEXT CHECK (platform <> ''),
      app_version TEXT CHECK (app_version <> ''),
      system BIGINT CHECK (system > 0),
      language TEXT CHECK (length(language) IN (2, 3)),
      is_new SMALLINT CHECK (is_new IN (0, 1)),
      subscription TEXT CHECK (subscription <> ''),
      is_in_audience SMALLINT CHECK (is_in_audience IN (0, 1))
    );
    CREATE UNIQUE INDEX dimensions_by_value ON dimensions (
      coalesce(storefront, ''), coalesce(platform, ''), coalesce(app_version, ''),
      coalesce(system, -1), coalesce(language, ''), coalesce(is_new, -1),
      coalesce(subscription, ''), coalesce(is_in_audience, -1));

    CREATE TABLE served_paywalls (
      number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      release TEXT CHECK (release <> ''),
      placement TEXT CHECK (placement <> ''),
      traffic BIGINT CHECK (traffic BETWEEN 0 AND 10000),
      paywall TEXT CHECK (paywall <> ''),
      locale TEXT CHECK (locale <> ''),
      content TEXT CHECK (length(content) = 32),
      products TEXT CHECK (length(products) = 32),
      selected TEXT CHECK (selected <> '')
    );
    CREATE UNIQUE INDEX served_paywalls_by_value ON served_paywalls (
      coalesce(release, ''), coalesce(placement, ''), coalesce(traffic, -1), coalesce(paywall, ''),
      coalesce(locale, ''), coalesce(content, ''), coalesce(products, ''), coalesce(selected, ''));

    CREATE TABLE reported_paywalls (
      number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      paywall TEXT CHECK (paywall <> ''),
      content TEXT CHECK (length(content) = 32),
      products TEXT CHECK (length(products) = 32),
      product TEXT CHECK (product <> ''),
      price BIGINT CHECK (price >= 0),
      currency TEXT CHECK (length(currency) = 3),
      introductory_eligible SMALLINT CHECK (introductory_eligible IN (0, 1)),
      CHECK (price IS NULL OR currency IS NOT NULL)
    );
    CREATE UNIQUE INDEX reported_paywalls_by_value ON reported_paywalls (
      coalesce(paywall, ''), coalesce(content, ''), coalesce(products, ''), coalesce(product, ''),
      coalesce(price, -1), coalesce(currency, ''), coalesce(introductory_eligible, -1));

    CREATE TRIGGER dimensions_stay BEFORE UPDATE ON dimensions FOR EACH ROW
      EXECUTE FUNCTION refuse('dimensions of exposures stay');
    CREATE TRIGGER served_paywalls_stay BEFORE UPDATE ON served_paywalls FOR EACH ROW
      EXECUTE FUNCTION refuse('what was served stays');
    CREATE TRIGGER reported_paywalls_stay BEFORE UPDATE ON reported_paywalls FOR EACH ROW
      EXECUTE FUNCTION refuse('what was reported stays');
    """
}
