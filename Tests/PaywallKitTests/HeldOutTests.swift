import Foundation
import HTTPService
import Ledger
import PaywallCatalog
import Serving
import Testing

@testable import PaywallKit

@Suite("Visitors whom the holdout keeps out, with the real server")
struct HeldOutTests {
  @Test("are told of, whether the server or the device decided", arguments: ["server", "device"])
  func told(by source: String) async throws {
    let server = TestServer()
    let file = try temporary(server.keys.file(of: server.snapshot))
    defer { try? FileManager.default.removeItem(at: file) }
    try await server.run { url in
      let network = dated()
      let numbers = Box(0)
      let client = Device(server.keys).start(
        url,
        transport: { request in
          guard source == "server" || !request.url.path.contains("placements") else {
            throw NetworkFailure.unreachable("refused")
          }
          return try await network(request)
        }
      ) {
        $0.attributes = ["country": "GB"]
        $0.bundledFile = source == "device" ? file : nil
        // The same ids in each run: some 4 % of them are held out of the experiment.
        $0.makeId = { "visitor-\(numbers.next())" }
      }
      var found: PlacementDecision?
      for _ in 0..<400 where found == nil {
        let answer = await client.placement("onboarding")
        if answer.heldOutOf != nil { found = answer } else { await client.reset() }
      }
      let placement = try #require(found)
      #expect(placement.experiment == nil && !placement.isExposure)
      let unit = try #require(await client.visitorIds?.anonymousId)
      await client.reportExposure(
        of:
          placement,
        showing: DisplayedProduct(id: "monthly", price: Decimal(string: "9.99"), currency: "GBP"))
      await client.flush()
      #expect(await client.waiting == 0)
      let kept = try await server.ledger.heldOut(ofUnit: unit, in: .production)
      let exposure = try #require(kept.first)
      #expect(kept.count == 1 && exposure.exposures == 1 && exposure.placement == "onboarding")
      #expect(exposure.unit.experiment == "price-test" && exposure.unit.phase == 1)
      #expect(exposure.details.reported.paywall == placement.paywall?.id)
      #expect(exposure.details.reported.price == 9990)
      #expect(exposure.details.dimensions.isInAudience == true)
      #expect(try await server.ledger.exposures(of: unit, in: .production).isEmpty)
    }
  }
}
