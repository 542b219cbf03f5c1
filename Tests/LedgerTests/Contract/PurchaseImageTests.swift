import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport
import Testing

@testable import Ledger

@Suite("Purchases that are kept") struct PurchaseImageTests {
  /// Counts the customers that were read.
  private final class Reads: Sendable {
    let count = Mutex(0)
  }

  private struct Part: PurchasePart {
    var customers: [CustomerPurchases] = []

    mutating func insert(_ customer: CustomerPurchases, at place: Int, by reads: Reads) {
      customers.insert(customer, at: place)
      reads.count.withLock { $0 += 1 }
    }

    mutating func remove(at place: Int) { customers.remove(at: place) }
  }

  private struct Known: Hashable {
    var customer: CustomerRow.Number
    var transactions: Set<TransactionFact>
    var renewals: Set<RenewalFact>
  }

  private static func known(_ image: PurchaseImage<Part>) -> [Known] {
    image.parts.flatMap(\.customers).map {
      Known(
        customer: $0.customer, transactions: Set($0.transactions), renewals: Set($0.renewals))
    }.sorted { $0.customer < $1.customer }
  }

  @Test(
    "following random changes leads to the purchases that a reading of everything finds",
    .everyLedger, arguments: 0..<rounds(2, all: 20))
  func follows(seed: Int) async throws {
    var script = OperationScript(seed: seed)
    let reads = Reads()
    var images: [AppStoreEnvironment: PurchaseImage<Part>] = [:]
    var found = 0
    for round in 0..<100 {
      for _ in 0..<10 {
        let step = script.next()
        let isErasure = if case .forget = step.operation { true } else { false }
        // Some operations are refused.
        _ = try? await ledger.write(isErasure ? .erasure : .nothing) { tables in
          try step.operation.run(in: &tables, step.environment, at: step.now)
        }
      }
      for environment in [AppStoreEnvironment.production, .sandbox] {
        let image = try await ledger.purchases(
          in: environment, since: images[environment], by: reads)
        let fresh = try await ledger.purchases(
          in: environment, since: PurchaseImage<Part>?.none, by: Reads())
        images[environment] = image
        found += Self.known(fresh).count
        let isSame = Self.known(image) == Self.known(fresh)
        #expect(isSame, "seed \(seed), round \(round), \(environment)")
        guard isSame else { return }
      }
    }
    #expect(found > 100)
  }

  @Test("only customers of whom something has changed are read again", .everyLedger)
  func few() async throws {
    for customer in 1...20 {
      try await ledger.append(
        Sample.notification(
          "n\(customer)",
          Sample.purchase("\(customer)00", customer: "\(customer)", bought: 1)), at: 9)
    }
    let reads = Reads()
    func read(since image: PurchaseImage<Part>?) async throws -> (PurchaseImage<Part>, Int) {
      reads.count.withLock { $0 = 0 }
      let image = try await ledger.purchases(in: .production, since: image, by: reads)
      return (image, reads.count.withLock { $0 })
    }
    let (all, first) = try await read(since: nil)
    #expect(first == 20)
    // Until the transactions of other tests have ended, all are of the last minute.
    var image = all
    var again = 20
    for _ in 0..<1_000 where again > 0 { (image, again) = try await read(since: image) }
    #expect(again == 0)
    try await ledger.append(
      Sample.notification("r", Sample.purchase("701", chain: "700", customer: "7", bought: 5)),
      at: 9)
    (image, again) = try await read(since: image)
    #expect(again == 1)
    #expect(Self.known(image).flatMap(\.transactions).count == 21)
  }

  /// All customers are in one range of numbers.
  @Test("an erased customer is in no later image", .everyLedger)
  func erased() async throws {
    for customer in ["7", "8"] {
      try await ledger.append(
        Sample.notification(
          "n\(customer)", Sample.purchase("\(customer)00", customer: customer, bought: 1)), at: 9)
    }
    let image = try await ledger.purchases(
      in: .production, since: PurchaseImage<Part>?.none, by: Reads())
    _ = try await ledger.forget(.appTransactionId("7"), in: .production, at: Sample.day(10))
    let next = try await ledger.purchases(in: .production, since: image, by: Reads())
    #expect(Self.known(next).map { $0.transactions.map(\.transactionId) } == [["800"]])
  }
}
