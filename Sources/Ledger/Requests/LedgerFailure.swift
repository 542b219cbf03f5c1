/// Why a call of the ledger failed.
package enum LedgerFailure: Error, Hashable, Sendable {
  /// The ledger cannot be read or written now; nothing was stored. Try again. The text is for the
  /// log.
  case unavailable(String)
  case renewalInfoWithoutTransaction
  case severalCustomers

  /// Why a ledger is unavailable whose file is not where it was opened.
  package static let fileLost = "its file was removed or replaced while it is open"

  package static let closed = LedgerFailure.unavailable("the ledger was closed")
}

extension LedgerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let reason): reason
    case .renewalInfoWithoutTransaction: "renewal info without its transaction names no app"
    case .severalCustomers: "the texts belong to several customers"
    }
  }
}

/// The result of appending a notification.
package enum Appended: Hashable, Sendable {
  case new
  /// It is here already; nothing changed.
  case already
}
