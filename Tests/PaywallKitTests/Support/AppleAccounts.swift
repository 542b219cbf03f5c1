import Foundation
import PaywallKitTesting
import TestSupport

@testable import PaywallKit

/// The Apple Accounts of a device, one at a time: each has an App Store's history of its own.
final class AppleAccounts {
  private let stores: [FakeStore]
  private var current = 0
  private var areNamed: Bool
  /// When the device changed to this one; `nil` if it is the first.
  private var since: Date?
  /// What a client has read last: when, and whether there was nothing.
  private var lastRead = (date: Shop.start, isEmpty: false)

  /// - Parameter areNamed: whether the texts of the App Store name their customer.
  init(_ shop: Shop, areNamed: Bool) {
    self.areNamed = areNamed
    stores = [shop.store, shop.other(areNamed ? Self.ids[1] : nil)]
  }

  static let ids = ["704000000000000001", "704000000000000002"]

  var store: FakeStore { stores[current] }

  func changeAccount() {
    current = 1 - current
    since = store.now
  }

  /// From now on the texts of the App Store name their customer.
  func updateSystem() {
    areNamed = true
    for (store, id) in zip(stores, Self.ids) { store.name(customer: id) }
  }

  func advance(by time: TimeInterval) {
    for store in stores { store.advance(by: time) }
  }

  /// The App Store takes back what one of the accounts has.
  func refund(_ random: inout SplitMix) {
    let store = stores[random.below(2)]
    let current = store.transactions.filter { isCurrent($0, in: store) }
    if !current.isEmpty { store.refund(current[random.below(current.count)].id) }
  }

  /// What unlocks something for those whose account it is.
  var held: [StoreTransaction] { store.transactions.filter { isCurrent($0, in: store) } }

  private func isCurrent(_ transaction: StoreTransaction, in store: FakeStore) -> Bool {
    transaction.type != .consumable && transaction.revoked == nil && !transaction.isUpgraded
      && transaction.isVerified && (transaction.expires.map { store.now < $0 } ?? true)
  }

  /// A client reads the store now.
  func read() async { lastRead = (store.now, await store.all().isEmpty) }

  /// Without a name and a purchase nobody can tell for a day whether the account is another one, or the
  /// store shows nothing for a moment.
  var isUncertain: Bool {
    guard !areNamed, let since, lastRead.isEmpty else { return false }
    return lastRead.date.timeIntervalSince(since) < Shop.day
  }
}
