import Foundation
import PaywallKitTesting
import Testing

@testable import PaywallKit

@Suite("The fake server")
struct FakeServerTests {
  @Test("a purchase is of the customer whom its last text names")
  func lastName() async throws {
    let purchases = 0..<30
    let server = FakeServer(
      entitlements: Dictionary(uniqueKeysWithValues: purchases.map { ("e\($0)", ["p\($0)"]) }))
    for purchase in purchases {
      for (period, customer) in ["first", "second"].enumerated() {
        let text = FakeStore.unsigned(
          .object([
            "transactionId": .string("\(purchase)-\(period)"),
            "originalTransactionId": .string("\(purchase)"), "productId": .string("p\(purchase)"),
            "appTransactionId": .string(customer), "signedDate": .integer(Int64(period)),
          ]))
        _ = try await entitlements(of: .object(["transactions": .array([.string(text)])]), server)
      }
    }
    for (customer, count) in [("first", 0), ("second", purchases.count)] {
      let app = FakeStore.unsigned(.object(["appTransactionId": .string(customer)]))
      #expect(
        try await entitlements(of: .object(["appTransaction": .string(app)]), server) == count)
    }
  }

  private func entitlements(of body: JSONValue, _ server: FakeServer) async throws -> Int? {
    let answer = try await server.transport(
      TransportRequest(
        method: "POST", url: URL(fileURLWithPath: "/fake/v1/transactions"), headers: [:],
        body: JSONEncoder().encode(body), largestAnswer: 1 << 20))
    return try JSONDecoder().decode(JSONValue.self, from: answer.body)["entitlements"]?.array?.count
  }
}
