package import Ledger
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

  package func endSession(
    _ mark: [UInt8], until end: Timestamp
  ) async throws(LedgerFailure) {
    try await nodeLedger().endSession(mark, until: end)
  }

  package func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
    try await nodeLedger().hasEndedSession(mark)
  }

  package var changeLag: Int64? { (openLedger as? any NodeLedger)?.changeLag }
}
