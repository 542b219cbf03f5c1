extension FileSchema {
  /// Access that was given by hand or bought in another store. A user id that was given some is a
  /// customer by the name `user:` and the id.
  package static let givenAccess = """
    CREATE TABLE given_access (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment INTEGER NOT NULL CHECK (environment IN (0, 1, 2)),
      customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      id ANY NOT NULL CHECK (id <> ''),
      source TEXT NOT NULL CHECK (source IN ('manual', 'stripe', 'play', 'other')),
      entitlement ANY,
      product ANY,
      until INTEGER NOT NULL,
      reason ANY NOT NULL,
      giver ANY NOT NULL,
      given_at INTEGER NOT NULL,
      revoked_at INTEGER,
      price INTEGER,
      currency ANY,
      UNIQUE (environment, source, id),
      CHECK ((entitlement IS NULL) <> (product IS NULL)),
      CHECK ((price IS NULL) = (currency IS NULL))
    ) STRICT;
    CREATE INDEX given_access_of_customer ON given_access (customer);
    CREATE INDEX given_access_by_giver ON given_access (giver, given_at);
    CREATE INDEX webhook_events_of_customer ON webhook_events (customer, number)
      WHERE customer IS NOT NULL;
    """

  /// A change of given access is an event of a customer who may have no purchase chain, and an event
  /// about no customer has neither. SQLite cannot let a column be empty later, so the table of events
  /// is made again; a former version goes on writing to it.
  package static let version24 = """
    CREATE TABLE events_of_version24 (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      endpoint TEXT NOT NULL,
      id TEXT NOT NULL,
      line INTEGER REFERENCES lines (number) ON DELETE CASCADE,
      type TEXT NOT NULL,
      at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      data TEXT NOT NULL,
      is_historical INTEGER NOT NULL CHECK (is_historical IN (0, 1)),
      state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
      attempts INTEGER NOT NULL CHECK (attempts >= 0),
      next_at INTEGER NOT NULL,
      failed_since INTEGER,
      last_failure TEXT,
      delivered_at INTEGER,
      customer INTEGER REFERENCES customers (number) ON DELETE CASCADE,
      UNIQUE (id, endpoint),
      CHECK (line IS NULL OR customer IS NULL)
    ) STRICT;
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'events_of_version24', seq FROM sqlite_sequence WHERE name = 'webhook_events';
    INSERT INTO events_of_version24 SELECT *, NULL FROM webhook_events;
    DROP TABLE webhook_events;
    ALTER TABLE events_of_version24 RENAME TO webhook_events;
    CREATE INDEX webhook_events_of_line ON webhook_events (line, number);
    CREATE INDEX webhook_events_pending ON webhook_events (endpoint, number) WHERE state = 0;
    CREATE INDEX webhook_events_open ON webhook_events (endpoint, state, received_at)
      WHERE state <> 1;
    CREATE INDEX webhook_events_received ON webhook_events (received_at);
    \(givenAccess)
    """
}
