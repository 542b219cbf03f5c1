extension FileSchema {
  /// Notifications that Apple signed and that name no app, as they were posted. Nothing refers to
  /// them, and no text of a customer is among them.
  package static let version21 = """
    CREATE TABLE kept_aside (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE CHECK (uuid <> ''),
      type TEXT NOT NULL,
      signed_at INTEGER,
      received_at INTEGER NOT NULL,
      bytes INTEGER NOT NULL CHECK (bytes > 0),
      content TEXT NOT NULL
    ) STRICT;
    """
}
