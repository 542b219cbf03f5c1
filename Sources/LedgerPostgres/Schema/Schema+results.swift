extension Schema {
  /// Daily counts, and first exposures, which are counted in slots, one for each connection, so that
  /// those of one cell do not wait for each other.
  static let results = """
    CREATE TABLE daily_counts (
      variant BIGINT NOT NULL,
      day BIGINT NOT NULL,
      device BIGINT NOT NULL,
      event TEXT NOT NULL CHECK (event <> ''),
      count BIGINT NOT NULL CHECK (count > 0),
      PRIMARY KEY (variant, day, device, event)
    );
    CREATE TRIGGER count_grows BEFORE UPDATE ON daily_counts FOR EACH ROW
      WHEN (NEW.count < OLD.count) EXECUTE FUNCTION refuse('a count stays');
    CREATE TABLE count_batches (
      run TEXT PRIMARY KEY,
      number BIGINT NOT NULL,
      at BIGINT NOT NULL
    );

    CREATE TABLE exposed_cells (
      environment SMALLINT NOT NULL CHECK (environment IN (0, 1, 2)),
      experiment TEXT NOT NULL,
      phase BIGINT NOT NULL,
      variant TEXT NOT NULL,
      day BIGINT NOT NULL,
      dimensions TEXT NOT NULL CHECK (dimensions <> ''),
      slot SMALLINT NOT NULL,
      persons BIGINT NOT NULL CHECK (persons > 0),
      PRIMARY KEY (environment, experiment, phase, variant, day, dimensions, slot)
    );
    """
}
