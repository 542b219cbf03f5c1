package import PaywallCatalog

extension OfferBasis {
  /// For programs, with the names of the API: times in RFC 3339, ages in seconds. Absent members
  /// are left out. Transaction ids and the used part of a day's budget are for callers who may see
  /// any customer.
  package func content(showsTransactionIds: Bool) -> Content {
    .members(
      ("group", group.map { .text($0) }),
      ("state", state.map { .text($0.rawValue) }),
      ("transaction", transaction?.content(showsId: showsTransactionIds)),
      ("customerClass", customerClass.map { .text($0.rawValue) }),
      ("billingPlan", billingPlan.map { .text($0.rawValue) }),
      ("paidDays", .count(paidDays)),
      ("lapsedDays", .count(lapsedDays)),
      ("lastWinBackEnd", .moment(lastWinBackEnd)),
      ("appleList", appleList?.content),
      ("redemptions", redemptions.isEmpty ? nil : .list(redemptions.map { .text($0.rfc3339) })),
      ("grantedUntil", .moment(grantedUntil)),
      ("grantsToday", showsTransactionIds ? .count(grantsToday) : nil),
      ("system", system.map { .text($0) }),
      ("oldestSystem", oldestSystem.map { .text($0) }),
      ("basis", isMirrored ? .text("mirrored") : nil),
      ("newestFact", .moment(history?.newestFact)),
      ("newestFactAge", history?.age.map { .integer($0) }),
      ("historyComplete", history.map { .boolean($0.isComplete) }))
  }
}

extension OfferBasis.AppleList {
  fileprivate var content: Content {
    .members(("signedDate", .moment(signedDate)), ("rank", .count(rank)))
  }
}

extension GroupFacts.Purchase {
  /// `nil` if there is no content.
  fileprivate func content(showsId: Bool) -> Content? {
    guard showsId || purchaseDate != nil || expiresDate != nil else { return nil }
    return .members(
      ("id", showsId ? .text(transactionId) : nil), ("purchaseDate", .moment(purchaseDate)),
      ("expiresDate", .moment(expiresDate)))
  }
}
