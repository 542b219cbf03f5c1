import Ledger

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
