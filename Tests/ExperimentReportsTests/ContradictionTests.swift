import ExperimentReports
import ExperimentResults
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct ContradictionTests {
  @Test func `copies that contradict each other count each, and are counted`() async throws {
    try await withEachLedger { ledger in
      var world = World(seed: 3, people: 0)
      let exposed = world.start
      try await world.expose("device-1", isUser: false, "control", exposed, ledger)
      let prices: [Int64] = [9990, 4990, 4990]
      for (number, price) in prices.enumerated() {
        try await world.send("SUBSCRIBED", nil, Self.text(number, price, exposed), ledger)
      }
      _ = try await ledger.record(world.claim("c1", anonymous: "device-1"), at: exposed)
      let report = try await World.report(ledger, of: World.experiment(0), asOf: world.asOf)
      // The two that agree are one purchase.
      #expect(report.exclusions.contradicted == 2)
    }
  }

  private static func text(_ number: Int, _ price: Int64, _ at: Timestamp) -> TransactionFact {
    let bought = at.adding(milliseconds: 1000)
    var fact = TransactionFact(
      environment: .production, transactionId: "\(2000 + number)", originalTransactionId: "2000",
      productId: "monthly", signedDate: bought, appTransactionId: "c1", groupId: "1",
      type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased),
      reason: OpenEnum(.purchase), purchaseDate: bought, originalPurchaseDate: bought,
      expiresDate: bought.adding(milliseconds: 10 * Timestamp.day), quantity: 1, price: price,
      currency: "USD")
    fact.webOrderLineItemId = "w1"
    return fact
  }
}
