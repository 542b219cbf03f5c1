package import Catalog
package import Subscribers

extension HistoryMark {
  /// What has to stay of a customer's history when it is erased. Grants stay of themselves.
  package static func left(by history: CustomerHistory) -> [HistoryMark] {
    var marks = history.marks
    let transactions = history.transactions
    if transactions.contains(where: { $0.type.map { $0 == .autoRenewable } ?? false }) {
      marks.append(.everSubscribed)
    }
    for transaction in transactions where transaction.offerKind?.known == .introductory {
      if let group = transaction.groupId { marks.append(.introductory(groupId: group)) }
    }
    for run in OfferRun.runs(in: transactions) {
      if let offerId = run.offerId {
        marks.append(.redemption(offerId: offerId, at: run.purchaseDate))
      }
    }
    var seen: Set<HistoryMark> = []
    return marks.filter { seen.insert($0).inserted }
  }
}

extension CustomerHistory {
  /// When each run of a promotional offer was bought, by Apple's offer identifier, marks included.
  package var redemptions: [String: [Timestamp]] {
    var dates: [String: Set<Timestamp>] = [:]
    for run in OfferRun.runs(in: transactions) {
      if let offerId = run.offerId { dates[offerId, default: []].insert(run.purchaseDate) }
    }
    for case .redemption(let offerId, let moment) in marks {
      dates[offerId, default: []].insert(moment)
    }
    return dates.mapValues { $0.sorted() }
  }
}
