import Ledger

/// The reason why PostgreSQL did not run a statement.
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
    // A primary that has become a standby (25006) keeps its connections; another may be primary now.
    return state.hasPrefix("08") || state.hasPrefix("57P")
      || ["26000", "0A000", "25006"].contains(state)
  }

  /// A prepared statement is there already, or is not there: another session uses the connection, too.
  var isOfSharedConnection: Bool { state == "42P05" || state == "26000" }

  /// A serialization failure, a deadlock or full lock tables: the same transaction may succeed.
  var isTransient: Bool {
    state == "40001" || state == "40P01" || state == "53200"
  }
}

extension LedgerFailure {
  /// Every error other than the ledger's own refusals is an error of the database.
  init(_ error: any Error) {
    switch error {
    case let failure as LedgerFailure: self = failure
    case let error as PostgresError: self = .unavailable("PostgreSQL: \(error)")
    case let error: self = .unavailable("\(error)")
    }
  }
}
