package import Ledger
package import PaywallCatalog

/// A ledger of one server keeps no sessions, and is not asked.
extension MeasuredLedger: SessionLedger {
  package func endSession(_ mark: [UInt8], until end: Timestamp) async throws(LedgerFailure) {
    guard let sessions = ledger as? any SessionLedger else { return }
    try await write { () async throws(LedgerFailure) in
      try await sessions.endSession(mark, until: end)
    }
  }

  package func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
    guard let sessions = ledger as? any SessionLedger else { return false }
    return try await lookUp { () async throws(LedgerFailure) in
      try await sessions.hasEndedSession(mark)
    }
  }
}
