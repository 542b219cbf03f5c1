import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// Each part of a phone may fail: the outcome is a value, and nothing is lost.
@Suite("When a part fails")
struct BadInputTests {
  private let shop = Shop()

  init() {
    shop.show(.init("yearly", offers: [.init(.promotional, "loyalty")]), .init("lifetime"))
  }

  @Test("half a signature is none, and nothing is bought with it")
  func halfSignature() async {
    let (client, placement) = await shop.opened(isRead: true)
    shop.server.become(.cutsAnswers)
    let outcome = await client.buy("yearly", on: placement)
    guard case .offerRefused(.network(.notUnderstood)) = outcome else {
      return #expect(Bool(false), "\(outcome)")
    }
    #expect(shop.store.transactions.isEmpty)
  }

  @Test("a store that never answers cannot restore, and what is known stays")
  func silentStore() async {
    let client = await shop.buyOutside("lifetime")
    shop.store.fallAsleep()
    let restored = Task { await client.restore() }
    await shop.device.clock.sleeper(for: .seconds(600))
    shop.device.clock.advance(by: .seconds(600))
    #expect(await restored.value == .failed(.storeTimedOut))
    let asked = Task { await client.refreshCustomer(within: .milliseconds(700)) }
    await shop.device.clock.sleeper(for: .milliseconds(700))
    shop.device.clock.advance(by: .milliseconds(700))
    #expect(await asked.value?.entitlements.map(\.id) == ["pro"])
    #expect(client.isEntitled("pro"))
    shop.store.wake()
  }

  @Test(
    "a folder in which nothing can be written: what is bought unlocks, and is finished once the server has it",
    arguments: [true, false])
  func readOnlyDisk(isOnline: Bool) async {
    // Not even root writes there.
    let folder = FolderStorage(URL(fileURLWithPath: "/proc/paywall"))
    let client = await shop.started { $0.storage = folder }
    let placement = await client.placement("settings")
    if !isOnline { shop.server.become(.unreachable) }
    let outcome = await client.buy("lifetime", on: placement)
    #expect(outcome.purchase?.isReported == isOnline)
    #expect(client.isEntitled("pro"))
    #expect(shop.store.finishedTransactions.isEmpty == !isOnline)
    #expect(
      shop.device.events.value.contains { if case .storageFailed = $0 { true } else { false } })
    let texts = PurchaseEvidence(transactions: ["a.b.c"])
    guard !isOnline else { return }
    #expect(await client.report(texts) == .notSaved(.unreachable("There is no connection.")))
  }
}
