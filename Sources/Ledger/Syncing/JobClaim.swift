package import PaywallCatalog

/// A request of one process for a job that only one at a time may do.
package struct JobClaim: Hashable, Sendable {
  package var job: String
  /// Names the process, so that it can renew its own claim.
  package var holder: String
  /// From then on another process may take the job.
  package var until: Timestamp

  package init(job: String, holder: String, until: Timestamp) {
    self.job = job
    self.holder = holder
    self.until = until
  }
}

/// How far a job is, written with what it stored. It counts only while the process holds the job.
package struct JobProgress: Hashable, Sendable {
  package var claim: JobClaim
  /// The progress in the job's own form; never about persons.
  package var text: String

  package init(_ claim: JobClaim, _ text: String) {
    self.claim = claim
    self.text = text
  }
}

/// A job in the ledger.
package struct JobRow: Hashable, Sendable {
  package var name: String
  package var holder: String?
  package var heldUntil: Timestamp?
  package var progress: String?

  package var hold: JobHold? {
    holder.flatMap { holder in heldUntil.map { JobHold(holder: holder, until: $0) } }
  }

  /// Whether a process may do the job.
  func isFree(for holder: String, at now: Timestamp) -> Bool {
    guard let held = self.holder, let heldUntil else { return true }
    return held == holder || heldUntil <= now
  }
}

extension JobRow {
  /// A holder, until when it holds, and progress.
  package init(_ row: some LedgerRow, named name: String) {
    self.init(
      name: name, holder: row.plain(optional: 0), heldUntil: row.moment(1),
      progress: row.plain(optional: 2))
  }
}

/// The process that does a job, and the moment until which no other may.
package struct JobHold: Hashable, Sendable {
  package var holder: String
  package var until: Timestamp
}

/// A job that this process does now.
package struct TakenJob: Hashable, Sendable {
  /// The progress as the job wrote it last; `nil` if it never began.
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
