import Ledger
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports

@Suite struct CountedPurchaseTests {
  @Test(
    "Customers who come and go in any order leave the numbers of those who are left",
    arguments: 1...10)
  func changes(seed: UInt64) {
    let people = RevenueWorld(seed: seed, people: 40).people.map(\.purchases)
    let asOf = Lives.day("2026-08-17")
    let list = SaleTermsList(Lives.snapshot)
    var random = SplitMix(state: seed)
    var part = CountedPurchases()
    var held: [CustomerPurchases] = []
    for _ in 0..<200 {
      if random.below(3) == 0, !held.isEmpty {
        let place = random.below(held.count)
        held.remove(at: place)
        part.remove(at: place)
      } else {
        let (place, customer) = (random.below(held.count + 1), people[random.below(people.count)])
        held.insert(customer, at: place)
        part.insert(customer, at: place, by: list)
      }
    }
    var tally = RevenueTally(Lives.snapshot, asOf: asOf, list)
    tally.readTerms()
    part.forEach { tally.add($0) }
    #expect(
      RevenueReport(tally, in: .production, at: asOf) == Lives.report(on: held, asOf: asOf))
    #expect(held.count > 10)
  }

  @Test("A purchase takes 32 bytes")
  func size() {
    #expect(MemoryLayout<CountedPurchase>.stride == 32)
  }
}
