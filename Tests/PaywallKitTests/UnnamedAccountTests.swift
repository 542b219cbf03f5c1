import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// Purchases that name no customer do not say which Apple Account has bought them; the store's history
/// does.
@Suite("Purchases that name no customer, of several Apple Accounts")
struct UnnamedAccountTests {
  private let shop = Shop(of: nil)

  @Test(
    "what another Apple Account has bought unlocks nothing, whether the server has kept it or it waits",
    arguments: [true, false])
  func another(isKept: Bool) async throws {
    await shop.buyOutside("lifetime", isKept: isKept)
    let other = shop.other(nil)
    other.sellOutside("monthly")
    let second = await shop.started { $0.store = other }
    #expect(!second.isEntitled("archive") && second.isEntitled("pro"))
    await second.untilStored()
    let disk = shop.start { $0.store = nil }
    await disk.untilLoaded()
    #expect(!disk.isEntitled("archive"))
    // The server keeps the purchases that waited, and says so.
    shop.server.become(.well)
    let third = await shop.started { $0.store = other }
    await until { await third.waitingPurchases == 0 }
    #expect(shop.server.keptTransactions.count == 2)
    #expect(!third.isEntitled("archive") && third.isEntitled("pro"))
    await third.untilStored()
    // The device is back on the first account.
    shop.server.become(.unreachable)
    let last = await shop.started()
    #expect(last.isEntitled("archive") && !last.isEntitled("pro"))
  }

  @Test("what waits unlocks again for the Apple Account that has bought it")
  func backAgain() async throws {
    await shop.buyOutside("lifetime", isKept: false)
    let other = shop.other(nil)
    other.sellOutside("monthly")
    let second = await shop.started { $0.store = other }
    await second.untilStored()
    let last = await shop.started()
    #expect(last.isEntitled("archive") && !last.isEntitled("pro"))
    // The answer to its report counts, without another question.
    shop.server.become(.well)
    await last.deliver()
    #expect(await last.waitingPurchases == 0)
    #expect(last.customer?.entitlements.map(\.isProvisional) == [false])
  }

  @Test("what comes while the history is read is not taken for another Apple Account's")
  func duringRead() async throws {
    await shop.buyOutside("monthly")
    let (isRead, held) = (Race<Void>(), Race<Void>())
    let store = MortalStore(base: shop.store, life: Life(steps: nil)) { history in
      isRead.finish(())
      await held.value
      return history
    }
    let next = shop.start { $0.store = store }
    await isRead.value
    shop.store.sellOutside("lifetime")
    await until { next.isEntitled("archive") && shop.server.keptTransactions.count == 2 }
    await until { await next.waitingPurchases == 0 }
    held.finish(())
    await next.untilStoreIsRead()
    #expect(next.isEntitled("archive") && next.isEntitled("pro"))
  }

  @Test(
    "an answer that an earlier version kept goes when the server answers, whoever reports",
    arguments: [true, false])
  func earlierVersion(hasStore: Bool) async throws {
    await shop.buyOutside("lifetime")
    try keepAsEarlierVersion()
    shop.store.refund(try #require(shop.store.transactions.first?.id))
    let next = shop.start { if !hasStore { $0.store = nil } }
    if hasStore {
      await next.untilStoreIsRead()
      await until { await next.waitingPurchases == 0 }
    } else {
      await next.untilLoaded()
      #expect(next.isEntitled("archive"))
      let text = try #require(shop.store.transactions.first?.jws)
      _ = await next.report(PurchaseEvidence(transactions: [text]))
    }
    #expect(!next.isEntitled("archive"))
    await next.untilStored()
    shop.server.become(.unreachable)
    let last = shop.start { $0.store = nil }
    await last.untilLoaded()
    #expect(!last.isEntitled("archive"))
  }

  @Test("an answer that an earlier version kept is not another Apple Account's")
  func earlierVersionOfAnother() async throws {
    await shop.buyOutside("lifetime")
    try keepAsEarlierVersion()
    shop.server.become(.unreachable)
    let other = shop.other(nil)
    let second = await shop.started { $0.store = other }
    #expect(second.isEntitled("archive"))
    await second.untilStored()
    other.sellOutside("monthly")
    let third = await shop.started { $0.store = other }
    #expect(!third.isEntitled("archive") && third.isEntitled("pro"))
  }

  /// Writes the file as it was before it said whom each answer is about.
  private func keepAsEarlierVersion() throws {
    let storage = shop.device.storage
    let record = try #require(storage.value(CustomerRecord.self, at: CustomerRecord.file))
    try storage.keep(
      CustomerRecord(owner: record.owner, customer: record.whole), at: CustomerRecord.file)
  }
}
