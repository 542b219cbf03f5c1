import Foundation
import PaywallKitTesting
import TestSupport

@testable import PaywallKit

/// The Apple Accounts of a device, one at a time: each has an App Store's history of its own.
final class AppleAccounts {
  private let stores: [FakeStore]
  private var current = 0
  private var areNamed: Bool
  /// The time at which the device changed to this account; `nil` if it is the first.
  private var since: Date?
  /// Transactions that the server has answered the client about.
  private var answered: Set<UInt64> = []
  /// The client's last read of the store: when, and whether there was nothing.
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

  /// Lets the texts of the App Store name their customer from now on.
  func updateSystem() {
    areNamed = true
    for (store, id) in zip(stores, Self.ids) { store.name(customer: id) }
  }

  func advance(by time: TimeInterval) {
    for store in stores { store.advance(by: time) }
  }

  /// Refunds a purchase of one of the accounts.
  func refund(_ random: inout SplitMix) {
    let store = stores[random.below(2)]
    let current = store.current
    if !current.isEmpty { store.refund(current[random.below(current.count)].id) }
  }

  /// The transactions that unlock something for the account's customer. A pass does so until its
  /// end.
  var held: [StoreTransaction] {
    store.current.filter { $0.type != .nonRenewable || age(of: $0) < Self.pass }
  }

  /// The same without the passes whose end the client cannot know: it takes them on the store's
  /// word for a week, and then needs the server's.
  var surelyHeld: [StoreTransaction] {
    held.filter {
      $0.type != .nonRenewable || age(of: $0) < 7 * Shop.day || answered.contains($0.id)
    }
  }

  private func age(of transaction: StoreTransaction) -> TimeInterval {
    store.now.timeIntervalSince(transaction.purchased)
  }

  /// Notes that the server has answered a client about everything that the store holds.
  func hearServer() { answered.formUnion(store.current.map(\.id)) }

  /// Notes that the client asks about another person from now on.
  func forgetAnswers() { answered = [] }

  /// Lets the next renewal of what this account has fail.
  ///
  /// - Returns: the seconds after which to look at it: mostly in the grace period; `nil` if nothing
  ///   renews.
  func failRenewal(_ random: inout SplitMix) -> TimeInterval? {
    guard let last = store.current.last(where: { $0.expires != nil }), let end = last.expires else {
      return nil
    }
    let days = [0, 6, 16][random.below(3)]
    store.failRenewals(of: last.product, grace: Double(days) * Shop.day)
    let later = (Double(random.below(days + 4)) + 0.5) * Shop.day
    return max(0, end.timeIntervalSince(store.now)) + later
  }

  /// Lets renewals succeed again.
  func charge() {
    for store in stores {
      for product in ["monthly", "yearly"] { store.chargeRenewals(of: product) }
    }
  }

  /// Reads the store as a client does now. It may finish a consumable before it reads the history.
  func read() async {
    lastRead = (store.now, await store.all().allSatisfy { $0.type == .consumable })
  }

  /// True if a client cannot tell for a day whether the account is another one, or the store shows
  /// nothing for a moment: there is neither a name nor a purchase.
  var isUncertain: Bool {
    guard !areNamed, let since, lastRead.isEmpty else { return false }
    return lastRead.date.timeIntervalSince(since) < Shop.day
  }
}
