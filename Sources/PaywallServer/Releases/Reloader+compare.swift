import Ledger
import Logging
import PaywallAPI

// Compares a release accepted without the ledger, once the ledger answers.
extension Reloader {
  /// Resolves an unchecked release: it stays, or the previous one comes back.
  func compare(with kept: [PhaseTerms]) {
    guard let stamp = uncompared else { return }
    let release = current.value
    let contradictions = release.snapshot.contradictions(to: kept, at: now())
    guard !contradictions.isEmpty else {
      settle(release, stamp)
      logger.info(
        "the configuration agrees with the ledger", metadata: ["release": "\(release.release)"])
      return
    }
    uncompared = nil
    if let compared, agrees(compared, kept) {
      current.goBack(to: withCurrentKeys(compared), .reloadFailed(contradictions))
    } else if let copy = copy().map(withCurrentKeys), agrees(copy, kept) {
      compared = copy
      current.goBack(to: copy, .servingCopy(contradictions))
    } else {
      // There is no better release, and a file must not stop a server.
      current.goBack(to: release, .contradictsLedger(contradictions))
    }
    metrics.wentBack(
      diagnostics: contradictions.count, condition: current.condition, at: now())
    logger.error(
      "the configuration contradicts those who are enrolled",
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

  private func agrees(_ release: PreparedRelease, _ kept: [PhaseTerms]) -> Bool {
    release.snapshot.contradictions(to: kept, at: now()).isEmpty
  }

  /// An earlier run's copy.
  private func copy() -> PreparedRelease? {
    state.currentCopy.flatMap { load($0).snapshot }.map(prepare)
  }
}
