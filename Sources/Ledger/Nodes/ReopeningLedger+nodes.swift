package import PaywallCatalog

extension ReopeningLedger: NodeLedger {
  /// Only if it is one that servers share.
  private func nodeLedger() throws(LedgerFailure) -> any NodeLedger {
    guard let ledger = try ledger() as? any NodeLedger else {
      throw .unavailable("a ledger in a file has one server")
    }
    return ledger
  }

  package func announce(
    _ report: NodeReport, clock: @escaping @Sendable () -> Timestamp
  ) async throws(LedgerFailure) -> [ServerNode] {
    try await nodeLedger().announce(report, clock: clock)
  }

  package func withdraw(_ id: String) async throws(LedgerFailure) {
    try await nodeLedger().withdraw(id)
  }

  package func nodes() async throws(LedgerFailure) -> [ServerNode] {
    try await nodeLedger().nodes()
  }

  package var changeLag: Int64? { (openLedger as? any NodeLedger)?.changeLag }
}
