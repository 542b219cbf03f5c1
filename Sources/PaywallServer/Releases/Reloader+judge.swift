import Ledger
import Logging
import PaywallAPI
package import PaywallCatalog
package import Planning

// A release may not change what a started phase must keep.
extension Reloader {
  /// The release that a folder is compared with: the one in service. One that contradicts the
  /// ledger, or was not compared with it, binds no visitor.
  private var inService: Snapshot? {
    if case .contradictsLedger = current.condition { return nil }
    return uncompared == nil ? current.value.snapshot : compared?.snapshot
  }

  /// Returns why a folder is refused: the errors of `paywall check --base`, for the release in
  /// service and for the ledger's records of each phase. Empty if it is not.
  func breaches(by snapshot: Snapshot, _ kept: KeptPhases?) -> [String] {
    let now = now()
    let found = (kept ?? KeptPhases()).breaches(from: inService, to: snapshot, at: now)
    let errors = found.filter { $0.severity == .error }
    guard errors.isEmpty else { return errors.map(\.diagnostic) }
    // Only warnings about an override are logged: the others are for the editor of the files.
    logger.warn(
      of: found.filter { !$0.changes.isEmpty || $0.code == .overrideUnused }.map(\.diagnostic))
    return []
  }
}

// A phase that ended with a winner stays ended, also where files take the winner back.
extension Reloader {
  /// A folder as it is served.
  func settled(_ snapshot: Snapshot, _ kept: KeptPhases?) -> Snapshot {
    let now = now()
    if let kept { decided = kept.timeline.decidedPhases(at: now) }
    let served = inService?.decidedPhases(at: now) ?? []
    let (settled, warnings) = snapshot.keepingEnded(decided + served, at: now)
    logger.warn(of: warnings.map(\.diagnostic))
    return settled
  }
}

extension KeptPhases {
  /// The errors and warnings of `paywall check --base` from a release in service, with the pauses
  /// that the timeline knows of, and the errors for the ledger's records of each phase.
  package func breaches(
    from served: Snapshot?, to snapshot: Snapshot, at now: Timestamp
  ) -> [Breach] {
    let enrolled = enrolledShare(before: now)
    let found =
      served.map { Planning.breaches(from: $0, to: snapshot, at: now, enrolled: enrolled) } ?? []
    let said = Set(found.map(\.message))
    return found + breaches(by: snapshot, at: now).filter { !said.contains($0.message) }
  }
}
