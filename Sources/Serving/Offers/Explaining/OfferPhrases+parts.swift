import PaywallCatalog

/// The parts of sentences.
extension OfferPhrases {
  var group: String { basis.group.map { "the group \($0)" } ?? "no group" }

  var audience: String { offer.audience?.description ?? Condition.everyone }

  var mirrored: String { ", by our copy of Apple's terms" }

  var appleList: String {
    "Apple's list of \(basis.appleList?.signedDate.rfc3339 ?? "an unknown time")"
  }

  var usedIntroductory: String {
    guard let transaction = basis.transaction else {
      return "has used the introductory offer of \(group) (its date was erased)"
    }
    let day = transaction.purchaseDate.map { " on \($0.date)" } ?? ""
    return "has used the introductory offer of \(group)\(day)\(id(of: transaction))"
  }

  var subscribed: String {
    switch basis.state {
    case .inGracePeriod: "has a subscription in its grace period"
    case .inBillingRetryPeriod: "has a subscription that Apple still tries to renew"
    default: "is subscribed"
    }
  }

  var bought: String {
    guard let transaction = basis.transaction else { return "" }
    return transaction.purchaseDate.map { ", bought on \($0.date)" + id(of: transaction) }
      ?? id(of: transaction)
  }

  var until: String {
    guard let transaction = basis.transaction else { return "" }
    return transaction.expiresDate.map { ", paid until \($0.date)" + id(of: transaction) }
      ?? id(of: transaction)
  }

  func id(of transaction: GroupFacts.Purchase) -> String {
    showsIds ? " (transaction \(transaction.transactionId))" : ""
  }

  var ownClass: String {
    switch basis.customerClass {
    case .new: "a new customer"
    case .existing: "an existing customer"
    case .expired: "an expired customer"
    case nil: "a customer"
    }
  }

  var classes: String {
    let classes = (offer.code?.customers ?? []).map(\.rawValue)
    return CustomerClass.allCases.allSatisfy { classes.contains($0.rawValue) }
      ? "everybody" : "\(classes.joined(separator: " and ")) ones"
  }

  var window: String {
    switch (offer.window.start?.rfc3339, offer.window.end?.rfc3339) {
    case (let start?, let end?): "from \(start) until \(end)"
    case (let start?, nil): "from \(start) on"
    case (nil, let end?): "until \(end)"
    case (nil, nil): "always"
    }
  }

  /// The counted redemptions, and the limits.
  var counted: String {
    let parts = offer.limit.map(counted(in:)) ?? []
    return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
  }

  /// The same, with the number of signatures that a grant allows.
  var countedWithAttempts: String {
    guard let limit = offer.limit else { return "" }
    let (client, server) = (limit.attempts.client, limit.attempts.server)
    let parts = counted(in: limit) + ["\(client) attempts a grant, \(server) for servers"]
    return " (\(parts.joined(separator: "; ")))"
  }

  private func counted(in limit: OfferLimit) -> [String] {
    var parts: [String] = []
    if !basis.redemptions.isEmpty {
      parts.append("redeemed on \(basis.redemptions.map(\.date).joined(separator: " and "))")
    }
    if let until = basis.grantedUntil { parts.append("granted until \(until.rfc3339)") }
    if let today = basis.grantsToday { parts.append("\(today) granted today") }
    if let most = limit.perCustomer {
      parts.append("limit \(most) per customer\(limit.every.map { " in \($0)" } ?? "")")
    }
    if let most = limit.perDay { parts.append("limit \(most) a day") }
    return parts
  }

  /// The purchase that a complete history must not contain.
  var sought: String { offer.kind == .offerCode ? "subscription" : "introductory offer" }

  var newest: String {
    basis.history?.newestFact.map { " (the newest fact is of \($0.rfc3339))" } ?? ""
  }

  func days(_ days: Int?) -> String {
    days.map { $0 == 1 ? "1 day" : "\($0) days" } ?? "an unknown time"
  }

  func terms(_ term: KeyPath<WinBackTerms, Period?>) -> String {
    offer.winBack?[keyPath: term]?.description ?? "longer"
  }
}

extension Timestamp {
  /// The day in UTC, `2026-12-22`.
  var date: String { String(rfc3339.prefix { $0 != "T" }) }
}
