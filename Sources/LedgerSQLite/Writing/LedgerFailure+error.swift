import GRDB
import Ledger

extension LedgerFailure {
  /// Every error other than the ledger's own refusals is an error of the file.
  init(_ error: any Error) {
    switch error {
    case let failure as LedgerFailure: self = failure
    case let error as DatabaseError:
      let code = error.extendedResultCode.rawValue
      self = .unavailable("SQLite: \(error.message ?? "no message") (\(code))")
    case let error: self = .unavailable("\(error)")
    }
  }
}
