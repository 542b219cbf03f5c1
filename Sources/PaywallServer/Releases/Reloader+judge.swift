import PaywallCatalog
import Ledger
import Logging
import PaywallAPI
import Planning

// A release may not change what a started phase must keep.
extension Reloader {
  /// The release that a folder is compared with: the one in service. One that contradicts the
  /// ledger, or was not compared with it, binds no visitor.
  private var inService: Snapshot? {
    if case .contradictsLedger = current.condition { return nil }
    return uncompared == nil ? current.value.snapshot : compared?.snapshot
  }

  /// Why a folder is refused: the errors of `paywall check --base`, for the release in service and
  /// for what the ledger kept of each phase. Empty if it is not.
  func breaches(by snapshot: Snapshot, _ kept: KeptPhases?) -> [String] {
    let now = now()
    let found = inService.map { Planning.breaches(from: $0, to: snapshot, at: now) } ?? []
    var errors = found.filter { $0.severity == .error }
    let said = Set(errors.map(\.message))
    errors += kept?.breaches(by: snapshot, at: now).filter { !said.contains($0.message) } ?? []
    guard errors.isEmpty else { return errors.map(\.diagnostic) }
    // Only what an override allows, or should have: other warnings are for who edits the files.
    for breach in found where !breach.changes.isEmpty || breach.code == .overrideUnused {
      logger.warning("configuration", metadata: ["diagnostic": "\(breach.diagnostic)"])
    }
    return []
  }
}
