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
  /// Transactions that the server has answered the client about.
  private var answered: Set<UInt64> = []
  /// What a client has read last: when, and whether there was nothing.
  private var lastRead = (date: Shop.start, isEmpty: false)

  /// - Parameter areNamed: whether the texts of the App Store name their customer.
  init(_ shop: Shop, areNamed: Bool) {
    self.areNamed = areNamed
    stores = [shop.store, shop.other(areNamed ? Self.ids[1] : nil)]
  }

  /// How long a non-renewing subscription lasts, as the server says.
  static let pass = 60 * Shop.day

  static let ids = ["704000000000000001", "704000000000000002"]

  var store: FakeStore { stores[current] }

  func changeAccount() {
    current = 1 - current
    forgetAnswers()
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
    let current = store.current
    if !current.isEmpty { store.refund(current[random.below(current.count)].id) }
  }

  /// What unlocks something for those whose account it is. A pass does so until its end.
  var held: [StoreTransaction] {
    store.current.filter { $0.type != .nonRenewable || age(of: $0) < Self.pass }
  }

  /// Without the passes whose end the client cannot know: it takes them on the store's word for a week, and
  /// then needs the server's.
  var surelyHeld: [StoreTransaction] {
    held.filter {
      $0.type != .nonRenewable || age(of: $0) < 7 * Shop.day || answered.contains($0.id)
    }
  }

  private func age(of transaction: StoreTransaction) -> TimeInterval {
    store.now.timeIntervalSince(transaction.purchased)
  }

  /// The server has answered a client about all that the store holds.
  func hearServer() { answered.formUnion(store.current.map(\.id)) }

  /// Somebody else is asked about from now on.
  func forgetAnswers() { answered = [] }

  /// The next renewal of what this account has cannot be charged.
  ///
  /// - Returns: in how many seconds to look at it: mostly in the grace period; `nil` if nothing renews.
  func failRenewal(_ random: inout SplitMix) -> TimeInterval? {
    guard let last = store.current.last(where: { $0.expires != nil }), let end = last.expires else {
      return nil
    }
    let days = [0, 6, 16][random.below(3)]
    store.failRenewals(of: last.product, grace: Double(days) * Shop.day)
    let later = (Double(random.below(days + 4)) + 0.5) * Shop.day
    return max(0, end.timeIntervalSince(store.now)) + later
  }

  /// Renewals can be charged again.
  func charge() {
    for store in stores {
      for product in ["monthly", "yearly"] { store.chargeRenewals(of: product) }
    }
  }

  /// A client reads the store now. It may finish a consumable before it reads the history.
  func read() async {
    lastRead = (store.now, await store.all().allSatisfy { $0.type == .consumable })
  }

  /// Without a name and a purchase nobody can tell for a day whether the account is another one, or the
  /// store shows nothing for a moment.
  var isUncertain: Bool {
    guard !areNamed, let since, lastRead.isEmpty else { return false }
    return lastRead.date.timeIntervalSince(since) < Shop.day
  }
}
