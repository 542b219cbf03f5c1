package import PaywallCatalog

/// Who does a job, and until when nobody else may.
package struct JobHold: Hashable, Sendable {
  package var holder: String
  package var until: Timestamp
}

/// A job that this process does now.
package struct TakenJob: Hashable, Sendable {
  /// As the job wrote it last; `nil` if it never began.
  package var progress: String?
  /// Whether its claim was of a process that had ended without giving it back.
  package var isTakenOver = false
}

extension Ledger {
  /// Takes a job that no other process does. One that was killed does it no more, although it could
  /// not give the claim back.
  ///
  /// - Returns: `nil` while another process does it.
  package func take(
    _ claim: JobClaim, at now: Timestamp, isGone: (String) -> Bool = ProcessName.isGone
  ) async throws(LedgerFailure) -> TakenJob? {
    let held = try await hold(of: claim.job)
    let isTakenOver = held.map { $0.holder != claim.holder && $0.until > now && isGone($0.holder) }
    if isTakenOver == true, let held { try await release(claim.job, by: held.holder) }
    var taken = try await self.claim(claim, at: now)
    taken?.isTakenOver = isTakenOver ?? false
    return taken
  }
}
