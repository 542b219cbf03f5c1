extension FileSchema {
  /// The endpoints that events are written for, and the events. `events` and `environments`: items
  /// between commas. An event goes with its purchase chain, and so with its customer.
  package static let version22 = """
    CREATE TABLE webhook_endpoints (
      name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      environments TEXT NOT NULL,
      takes_history INTEGER NOT NULL CHECK (takes_history IN (0, 1)),
      added_at INTEGER NOT NULL,
      is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
      failures INTEGER NOT NULL CHECK (failures >= 0),
      next_at INTEGER,
      gone_at INTEGER,
      last_failure TEXT,
      delivered_at INTEGER,
      round INTEGER NOT NULL CHECK (round >= 0)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE webhook_events (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      endpoint TEXT NOT NULL,
      id TEXT NOT NULL,
      line INTEGER NOT NULL REFERENCES lines (number) ON DELETE CASCADE,
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
      UNIQUE (id, endpoint)
    ) STRICT;
    CREATE INDEX webhook_events_of_line ON webhook_events (line, number);
    CREATE INDEX webhook_events_pending ON webhook_events (endpoint, number) WHERE state = 0;
    CREATE INDEX webhook_events_open ON webhook_events (endpoint, state, received_at)
      WHERE state <> 1;
    CREATE INDEX webhook_events_received ON webhook_events (received_at);
    """

  /// The entitlements that were last reported of each customer, a JSON list, with the next moment
  /// at which time alone may change it; and the products by which they are reported, `entitlements`
  /// between commas.
  package static let version23 = """
    CREATE TABLE webhook_products (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      type TEXT NOT NULL,
      period TEXT,
      entitlements TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE webhook_entitlements (
      customer INTEGER PRIMARY KEY NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
      entitlements TEXT NOT NULL,
      next_at INTEGER
    ) STRICT;
    CREATE INDEX webhook_entitlements_due ON webhook_entitlements (next_at, customer)
      WHERE next_at IS NOT NULL;
    """

  /// One index of the events that are not delivered, instead of two, and none of their arrival, which
  /// grows with the number: each is a page that every event changes.
  package static let version26 = """
    DROP INDEX webhook_events_pending;
    DROP INDEX webhook_events_open;
    DROP INDEX webhook_events_received;
    CREATE INDEX webhook_events_waiting ON webhook_events (endpoint, state, number, received_at)
      WHERE state <> 1;
    """
}
