import Ledger
import Logging
import PaywallAPI
import PaywallCatalog

// Compares a release accepted without the ledger, once the ledger answers.
extension Reloader {
  /// Resolves an unchecked release: it stays, or the previous one comes back.
  func compare(with kept: KeptPhases) {
    guard let stamp = uncompared else { return }
    let found = current.value.snapshot
    let settled = settled(found, kept)
    if settled.experiments != found.experiments { current.take(prepare(settled)) }
    let release = current.value
    let contradictions = kept.contradictions(by: release.snapshot, at: now())
    guard !contradictions.isEmpty else {
      settle(release, stamp)
      logger.info(
        "the configuration agrees with the ledger", metadata: ["release": "\(release.release)"])
      return
    }
    uncompared = nil
    var isAgreed = true
    if let compared, agrees(compared, kept) {
      current.goBack(to: withCurrentKeys(compared), .reloadFailed(contradictions))
    } else if let copy = copy(kept).map(withCurrentKeys), agrees(copy, kept) {
      compared = copy
      current.goBack(to: copy, .servingCopy(contradictions))
    } else {
      // There is no better release, and a file must not stop a server.
      isAgreed = false
      current.goBack(to: release, .contradictsLedger(contradictions))
    }
    unrecorded = isAgreed ? now() : nil
    metrics.wentBack(
      diagnostics: contradictions.count, condition: current.condition, at: now())
    logger.error(
      "the configuration contradicts enrolled visitors",
      metadata: [
        "refused": "\(release.release)", "release": "\(current.value.release)",
        "diagnostics": .array(contradictions.map { "\($0)" }),
      ])
  }

  /// Makes this a release to go back to.
  func settle(_ release: PreparedRelease, _ stamp: FolderStamp) {
    uncompared = nil
    compared = release
    if current.condition == .current { keep(stamp, as: release.release) }
  }

  /// An unchecked release does not replace the copy of one that agreed with the ledger, but it is
  /// better than none.
  func keepIfFirst(_ stamp: FolderStamp, as release: String) {
    if state.currentCopy == nil { keep(stamp, as: release) }
  }

  private func agrees(_ release: PreparedRelease, _ kept: KeptPhases) -> Bool {
    kept.breaches(by: release.snapshot, at: now()).isEmpty
  }

  /// An earlier run's copy.
  private func copy(_ kept: KeptPhases) -> PreparedRelease? {
    state.currentCopy.flatMap { load($0).snapshot }.map { prepare(settled($0, kept)) }
  }
}
