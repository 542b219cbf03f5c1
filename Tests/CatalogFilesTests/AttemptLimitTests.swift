import PaywallCatalog
import Testing

@testable import CatalogFiles

@Suite("Limits of attempts")
struct AttemptLimitTests {
  @Test(
    "are 12 for apps and 100 for servers unless they are said",
    arguments: [
      ("{ perCustomer: 1 }", 12, 100), ("{ attempts: { client: 3 } }", 3, 100),
      ("{ perDay: 5, attempts: { server: 10000 } }", 12, 10000),
      ("{ attempts: { client: 1, server: 1 } }", 1, 1),
    ])
  func read(limit: String, client: Int, server: Int) throws {
    let files = Base.replacing(
      "{ perCustomer: 1, every: P180D, perDay: 500 }", with: limit, in: "Paywalls/store/offers.yaml"
    )
    let (snapshot, report) = Loader.load(files)
    #expect(report.diagnostics == [], "\(report.text())")
    #expect(
      snapshot?.offers["loyalty"]?.attempts == AttemptLimit(client: client, server: server))
  }

  @Test func `hold without a limit too`() {
    let offer = Offer(key: "loyalty", id: "loyalty_20", kind: .promotional, products: [])
    #expect(offer.attempts == AttemptLimit(client: 12, server: 100))
  }
}
