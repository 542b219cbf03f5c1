package import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// When each run of a promotional offer was bought, by Apple's offer identifier, the earliest
  /// first. Marks of an erased history are included, and nothing is counted twice if its purchases
  /// come back.
  package var redemptions: [String: [Timestamp]] { redemptions(offerRuns) }

  func redemptions(_ runs: [OfferRun]) -> [String: [Timestamp]] {
    var redemptions: [String: [Timestamp]] = [:]
    for run in runs where run.offer.kind.known == .promotional {
      guard let id = run.offer.id, !marks.contains(where: { $0.isBeginning(of: run, id) }) else {
        continue
      }
      redemptions[id, default: []].append(run.start)
    }
    guard !marks.isEmpty else { return redemptions }
    for case .redemption(let id, let moment) in marks
    where redemptions[id]?.contains(moment) != true {
      redemptions[id, default: []].append(moment)
    }
    return redemptions.mapValues { $0.sorted() }
  }
}

extension HistoryMark {
  /// Whether the run continues one whose beginning was erased and has a mark.
  fileprivate func isBeginning(of run: OfferRun, _ offerId: String) -> Bool {
    guard run.isCutOff, case .redemption(let id, let moment) = self else { return false }
    return id.hasSameUTF8(as: offerId) && moment < run.start
  }
}
