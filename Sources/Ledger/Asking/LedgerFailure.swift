/// Why the ledger did not do what it was asked.
package enum LedgerFailure: Error, Hashable, Sendable {
  /// It cannot be read or written now: nothing was kept. Try again. The text is for the log.
  case unavailable(String)
  case renewalInfoWithoutTransaction
  case severalCustomers
}

/// What became of a notification.
package enum Appended: Hashable, Sendable {
  case new
  /// It is here already; nothing changed.
  case already
}
