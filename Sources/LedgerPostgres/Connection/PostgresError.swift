/// Why PostgreSQL did not do what it was told.
struct PostgresError: Error, Hashable, CustomStringConvertible {
  /// The five characters of SQLSTATE; `nil` if the connection is lost.
  var state: String?
  var message: String

  var description: String { state.map { "\(message) (\($0))" } ?? message }

  static func lost(_ message: String) -> PostgresError {
    PostgresError(state: nil, message: message)
  }

  /// The session cannot be used any more.
  var endsSession: Bool {
    guard let state else { return true }
    // Connection exceptions, a shutdown of the server, and statements whose tables have changed.
    return state.hasPrefix("08") || state.hasPrefix("57P") || state == "26000" || state == "0A000"
  }

  /// A serialization failure, a deadlock or full lock tables: the same transaction may succeed.
  var isTransient: Bool {
    state == "40001" || state == "40P01" || state == "53200"
  }
}
