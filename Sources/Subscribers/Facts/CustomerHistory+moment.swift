package import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// This history as it was at a past moment: without what was bought, upgraded, renewed, refunded,
  /// reversed or turned off later, by Apple's moments.
  ///
  /// - Parameters:
  ///   - copies: every copy of the transactions that is kept; those of others are passed over.
  ///   - infos: every copy of the renewal info.
  package func known(
    at moment: Timestamp, copies: [TransactionFact], infos: [RenewalFact]
  ) -> CustomerHistory {
    let bought = transactions.filter { $0.happened <= moment }
    let copiesById = Dictionary(grouping: copies + transactions) { UTF8Key($0.transactionId) }
    let infosById = Dictionary(grouping: infos + renewals) { UTF8Key($0.originalTransactionId) }
    let lastPurchases = Dictionary(
      bought.map { (UTF8Key($0.originalTransactionId), $0.happened) }, uniquingKeysWith: max)
    var history = self
    history.transactions = bought.map { fact in
      let known = fact.known(at: moment, among: copiesById[UTF8Key(fact.transactionId)] ?? [fact])
      let last = lastPurchases[UTF8Key(fact.originalTransactionId)] ?? fact.happened
      return known.upgraded(if: fact.isUpgraded && last > fact.happened)
    }
    history.renewals = renewals.compactMap { newest in
      infosById[UTF8Key(newest.originalTransactionId)]?.filter { $0.signedDate <= moment }
        .max { $1.supersedes($0) }
    }
    history.grants = grants.filter { $0.grantedAt <= moment }.map { $0.known(at: moment) }
    history.marks = marks.filter { mark in
      if case .redemption(_, let redeemed) = mark { redeemed <= moment } else { true }
    }
    return history
  }
}

extension TransactionFact {
  /// When it came to be.
  fileprivate var happened: Timestamp { purchaseDate ?? originalPurchaseDate ?? signedDate }

  /// The copy that Apple had signed last by then. Of a transaction that was first signed later, that
  /// copy without what happened in between.
  fileprivate func known(at moment: Timestamp, among copies: [TransactionFact]) -> TransactionFact {
    let signed = copies.filter { $0.signedDate <= moment }.max { $1.supersedes($0) }
    let later = copies.filter { $0.signedDate > moment }
    guard var known = signed ?? later.min(by: { $1.supersedes($0) }) else { return self }
    if signed == nil {
      known.signedDate = moment
      known.isUpgraded = false
      if known.revocationDate.map({ $0 > moment }) ?? false { known.takeRevocation(of: nil) }
    }
    // Apple may sign a refund some time after it.
    if known.revocationDate == nil {
      known.takeRevocation(of: later.first { $0.revocationDate.map { $0 <= moment } ?? false })
    }
    // The facts that all copies share, each by its moment.
    known.refundedAt = refundedAt.flatMap { $0 <= moment ? $0 : nil }
    known.seatRevocations = seatRevocations.filter { $0.at <= moment }
    if signed == nil { known.seats?.revoked = known.seatRevocations.last?.quantity }
    return known
  }

  private mutating func takeRevocation(of other: TransactionFact?) {
    revocationDate = other?.revocationDate
    revocationReason = other?.revocationReason
    revocationType = other?.revocationType
    revocationPercentage = other?.revocationPercentage
  }

  fileprivate func upgraded(if isUpgraded: Bool) -> TransactionFact {
    var copy = self
    copy.isUpgraded = self.isUpgraded || isUpgraded
    return copy
  }
}

extension Grant {
  fileprivate func known(at moment: Timestamp) -> Grant {
    guard let redemption, redemption.purchaseDate > moment else { return self }
    var grant = self
    grant.redemption = nil
    return grant
  }
}
