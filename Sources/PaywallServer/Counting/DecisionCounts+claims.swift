import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Serving
import Synchronization

extension DecisionCounts {
  /// Counts the outcome of a claim. Names that are in neither the configuration nor the ledger are
  /// left out, and a claim of an unknown experiment is not counted here.
  func claimed(
    _ claimed: ExposureRequest.Claim, _ answer: ExposureAnswer, by visitor: Visitor,
    in environment: AppStoreEnvironment, of release: PreparedRelease, at now: Timestamp
  ) {
    // The holdout has no variant.
    let (claim, placed, variant): (any PhaseClaim, String?, String?) =
      switch claimed {
      case .exposure(let claim): (claim, claim.placement, claim.variant)
      case .heldOut(let claim): (claim, claim.placement, nil)
      }
    guard let experiment = release.snapshot.experiments[claim.experiment] else { return }
    // The ledger has compared the claim with its record or with a valid draw.
    let isDrawn = if case .stored = answer.outcome { true } else { false }
    let isVariant = isDrawn || experiment.variants.contains { $0.name == variant }
    let placement = placed.flatMap { release.snapshot.placements[$0]?.id }
    let key = DailyCount.Key(
      day: now.dayNumber, environment: environment, experiment: experiment.id,
      phase: isDrawn || claim.phase == experiment.phase ? claim.phase : 0,
      variant: isVariant ? variant : nil, placement: placement,
      device: release.counted.device(of: visitor).device, event: .claimed(answer.word))
    claims.withLock { $0.add(1, to: key) }
  }
}
