import Foundation
import PaywallKit

/// The state of the fake App Store; outlives the app, and with a file also the process.
struct FakeStoreState: Codable, Sendable {
  var now: Date
  /// The sales in the order in which they were bought.
  var sales: [Sale] = []
  /// Ids of transactions that the app has finished.
  var finished: Set<UInt64> = []
  /// The purchases that someone must approve.
  var requests: [Request] = []
  /// Purchases whose renewal is turned off, by the id of the first transaction.
  var endings: Set<UInt64> = []
  /// Purchases whose renewal cannot be charged, by the id of the first transaction: the seconds for
  /// which they stay unlocked after the end.
  var unpaid: [UInt64: TimeInterval] = [:]
  /// The next id of a transaction.
  var nextId: UInt64

  /// One transaction.
  struct Sale: Codable, Sendable {
    var id: UInt64
    var originalId: UInt64
    var product: FakeProduct
    var purchased: Date
    var originallyPurchased: Date
    var expires: Date?
    var revoked: Date?
    var isUpgraded = false
    var account: UUID?
    /// Apple's numbers of the kinds of offers.
    var offerType: Int64?
    var offer: String?
    var isRenewal = false
    /// The time at which the App Store last signed it.
    var signed: Date
  }

  struct Request: Codable, Sendable {
    var product: FakeProduct
    var account: UUID?
    var offerType: Int64?
    var offer: String?
  }

  /// The newest transaction of each purchase.
  var newest: [Sale] {
    var newest: [UInt64: Sale] = [:]
    for sale in sales where (newest[sale.originalId]?.id ?? 0) < sale.id {
      newest[sale.originalId] = sale
    }
    return newest.values.sorted { $0.id < $1.id }
  }

  /// True if it unlocks something now, as far as the App Store knows: a non-renewing subscription
  /// has no end.
  func isCurrent(_ sale: Sale) -> Bool {
    sale.revoked == nil && !sale.isUpgraded && sale.product.type != .consumable
      && (graceEnd(of: sale) ?? sale.expires).map { now < $0 } ?? true
  }

  /// The end of the grace period of a subscription that could not renew; `nil` if it has none.
  func graceEnd(of sale: Sale) -> Date? {
    guard let grace = unpaid[sale.originalId], grace > 0, let end = sale.expires, end <= now,
      !sales.contains(where: { $0.originalId == sale.originalId && $0.id > sale.id })
    else { return nil }
    return end.addingTimeInterval(grace)
  }

  /// True if Apple gives an introductory offer: one in each group.
  func isEligibleForTrial(_ product: FakeProduct) -> Bool? {
    guard product.trial != nil else { return nil }
    return !sales.contains {
      $0.product.group == product.group && ($0.offerType == 1 || isCurrent($0))
    }
  }

  /// Returns the win-back offers of customers who have left the group.
  func winBackOffers(_ product: FakeProduct) -> [String] {
    let own = sales.filter { $0.product.group == product.group && product.group != nil }
    guard !own.isEmpty, !own.contains(where: { isCurrent($0) }) else { return [] }
    return product.winBackOffers
  }

  /// Sells a product, and replaces another subscription of the same group.
  mutating func sell(_ request: Request) -> [Sale] {
    let product = request.product
    var changed: [Sale] = []
    var originalId = nextId
    var originallyPurchased = now
    if let group = product.group {
      for index in sales.indices where sales[index].product.group == group {
        originalId = sales[index].originalId
        originallyPurchased = sales[index].originallyPurchased
        guard isCurrent(sales[index]) else { continue }
        sales[index].isUpgraded = true
        sales[index].signed = now
        changed.append(sales[index])
      }
    }
    let length = request.offerType == 1 ? product.trial : product.period
    let sale = Sale(
      id: nextId, originalId: originalId, product: product, purchased: now,
      originallyPurchased: originallyPurchased,
      expires: product.type == .autoRenewable
        ? now.addingTimeInterval(length ?? FakeProduct.day) : nil,
      account: request.account, offerType: request.offerType, offer: request.offer, signed: now)
    nextId += 1
    endings.remove(originalId)
    unpaid[originalId] = nil
    sales.append(sale)
    return changed + [sale]
  }

  /// Returns the next period of a subscription that renews and ends by now; `nil` if there is none.
  mutating func renew() -> Sale? {
    for last in newest {
      guard let end = last.expires, end <= now, last.revoked == nil, !last.isUpgraded,
        !endings.contains(last.originalId), unpaid[last.originalId] == nil,
        last.product.period != nil
      else { continue }
      return renew(last, at: end)
    }
    return nil
  }

  /// Returns the next period of a subscription; `nil` if it has no periods.
  mutating func renew(_ last: Sale, at start: Date) -> Sale? {
    guard let period = last.product.period else { return nil }
    var next = last
    next.id = nextId
    next.purchased = start
    next.expires = start.addingTimeInterval(period)
    (next.offerType, next.offer, next.isRenewal, next.signed) = (nil, nil, true, start)
    nextId += 1
    sales.append(next)
    return next
  }
}
