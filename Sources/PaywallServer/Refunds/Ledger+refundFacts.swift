package import Ledger
package import PaywallCatalog
package import Subscribers

extension Ledger {
  /// The present facts of a request for a refund; `nil` if it names no purchase of the ledger.
  package func facts(
    of refundCase: RefundCase, in snapshot: Snapshot?
  ) async throws(LedgerFailure) -> RefundFacts? {
    guard let id = refundCase.transactionId, let original = refundCase.originalTransactionId else {
      return nil
    }
    let histories = try await histories(
      of: .originalTransactionId(original), in: refundCase.environment)
    return RefundFacts(
      of: id, among: histories, because: refundCase.reason, at: refundCase.requestedAt,
      in: snapshot)
  }
}
