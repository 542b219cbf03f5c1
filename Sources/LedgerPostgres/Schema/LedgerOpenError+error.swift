import LedgerStorage

extension LedgerOpenError {
  /// The error itself, or why the database cannot be reached.
  init(_ error: any Error, at name: String) {
    self = error as? LedgerOpenError ?? .unreachable(name: name, reason: "\(error)")
  }
}
