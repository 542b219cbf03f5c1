import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("No purchase is lost on the way to the server")
struct SafekeepingTests {
  private let shop = Shop()

  @Test("where the system may clear the disk, a consumable is finished only once the server has it")
  func purgeable() async throws {
    let shop = Shop(showing: .init("coins"), .init("lifetime"))
    let first = await shop.started { $0.isStoragePurgeable = true }
    let placement = await first.placement("settings")
    shop.server.become(.unreachable)
    _ = await first.buy("coins", on: placement)
    let lifetime = await first.buy("lifetime", on: placement)
    // The store keeps everything else by itself.
    #expect(shop.store.finishedTransactions == [try #require(lifetime.purchase).transaction.id])
    let evidence = PurchaseEvidence(transactions: [shop.store.transactions[0].jws])
    guard case .notSaved = await first.report(evidence) else {
      Issue.record("The app would finish what may be deleted.")
      return
    }

    shop.device.storage.files.change { $0 = [:] }
    shop.server.become(.well)
    let next = await shop.started { $0.isStoragePurgeable = true }
    await until { shop.server.keptTransactions.count == 2 }
    await until { shop.store.finishedTransactions.count == 2 }
    withExtendedLifetime(next) {}
  }

  @Test("a purchase in a form that this version cannot read stays on disk, for one that can")
  func unreadable() async throws {
    let name = PurchaseEntry.prefix + "0123456789abcdef"
    let file = ChecksummedFile.seal(Data(#"{"key":"0123456789abcdef","form":2}"#.utf8))
    shop.device.storage.files.change { $0[name] = file }
    let client = await shop.started()
    #expect(shop.device.storage.files.value[name] == file)
    #expect(
      shop.device.events.value.contains {
        if case .storageFailed(let words) = $0 { words.contains(name) } else { false }
      })
    withExtendedLifetime(client) {}
  }

  @Test("a report that neither server nor disk has taken is said to be not saved")
  func notSaved() async throws {
    let evidence = PurchaseEvidence(transactions: [shop.store.writtenText("coins")])
    shop.server.become(.unreachable)
    let client = shop.start { $0.store = nil }
    _ = await client.visitorIds
    shop.device.storage.mood.change { $0 = .full }
    #expect(await client.report(evidence) == .notSaved(.unreachable("There is no connection.")))
    shop.device.storage.mood.change { $0 = .well }
    #expect(await client.report(evidence) == .queued(.unreachable("There is no connection.")))
  }

  @Test("a transaction that is signed again waits once, in its last words")
  func once() async throws {
    let client = await shop.started()
    shop.server.become(.unreachable)
    shop.store.sellOutside("lifetime")
    await until { await client.waitingPurchases == 1 }
    shop.store.advance(by: 60)
    shop.store.refund(try #require(shop.store.transactions.last?.id))
    await until { await client.purchases.queue.first?.transaction?.revoked != nil }
    #expect(await client.waitingPurchases == 1 && !client.isEntitled("pro"))
    await until { (try? shop.device.storage.names(from: PurchaseEntry.prefix).count) == 1 }
  }

  @Test("a refund that a full disk does not take leaves the purchase that it is about on it")
  func refundOnFullDisk() async throws {
    let client = await shop.started()
    shop.server.become(.unreachable)
    shop.store.sellOutside("lifetime")
    await until { await client.waitingPurchases == 1 }
    await client.storage.start { _ in }.value
    shop.device.storage.mood.change { $0 = .full }
    shop.store.advance(by: 60)
    shop.store.refund(try #require(shop.store.transactions.last?.id))
    await until { await client.purchases.queue.first?.transaction?.revoked != nil }
    // This call comes after the refund, so it is answered after it.
    await client.flush()
    await client.storage.start { _ in }.value
    #expect(try shop.device.storage.names(from: PurchaseEntry.prefix).count == 1)
  }

  @Test("what waits is bounded: exposures go first, and purchases then stay with the App Store")
  func bounded() async throws {
    let shop = Shop(showing: .init("coins"))
    let transport = shop.server.transport
    let client = shop.start { configuration in
      configuration.mostWaitingBytes = 6000
      configuration.advanced.transport = { request in
        request.url.lastPathComponent == "onboarding"
          ? try await answering(variant("a"), control: "no-store")(request)
          : try await transport(request)
      }
    }
    await client.untilStoreIsRead()
    let shown = await client.placement("onboarding")
    let placement = await client.placement("settings")
    shop.server.become(.unreachable)
    for _ in 0..<5 { await client.reportExposure(of: shown) }
    #expect(await client.waiting == 5)
    for _ in 0..<8 { #expect(await client.buy("coins", on: placement).purchase != nil) }
    #expect(await client.waiting == 0)
    await client.storage.start { _ in }.value
    let files = shop.device.storage.files.value.filter { $0.key.hasPrefix(PurchaseEntry.prefix) }
    #expect(!files.isEmpty && files.count < 8)
    // Only what is on disk is finished: the store sends the others again.
    #expect(shop.store.finishedTransactions.count == files.count)
    let late = PurchaseEvidence(transactions: [String(repeating: "x", count: 9000)])
    guard case .notSaved = await client.report(late) else {
      Issue.record("The app would finish what nobody keeps.")
      return
    }
    #expect(await client.waitingPurchases == 8)

    shop.server.become(.well)
    await client.flush()
    await until { shop.server.keptTransactions.count == 8 }
    await until { shop.store.finishedTransactions.count == 8 }
  }
}
