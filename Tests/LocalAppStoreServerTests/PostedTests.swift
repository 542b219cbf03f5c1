import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
import Synchronization
import Testing

/// The text of a notification, and causes of the autumn of 2026 over HTTP.
struct PostedTests {
  @Test("Every attempt posts the same bytes, which are given again")
  func posted() async throws {
    let texts = Mutex<[String]>([])
    let store = try exampleStore(.production) { text in
      texts.withLock {
        $0.append(text)
        return $0.count < 3 ? .timedOut : .success
      }
    }
    let uuid = try #require(try await store.adaBuys("pro_monthly").notifications.first?.uuid)
    _ = try await store.advance(by: Period(days: 1))
    let sent = texts.withLock { $0 }
    #expect(sent.count == 3 && Set(sent).count == 1)
    try await serving(store) { client, url in
      let answer = try await ask(client, "\(url)/v1/posted?notification=\(uuid)")
      #expect(answer.status == 200)
      #expect(answer.body == #"{"signedPayload":"\#(sent[0])"}"#)
      #expect(try await ask(client, "\(url)/v1/posted?notification=other").status == 404)
      #expect(try await ask(client, "\(url)/v1/posted").status == 400)
    }
  }

  @Test("Seats are bought, added, given and refunded over HTTP")
  func seats() async throws {
    let store = try exampleStore { _ in .success }
    for id in ["ada", "ben"] { _ = try await store.apply(.addCustomer(id)) }
    try await serving(store) { client, url in
      func post(_ verb: String, _ body: String) async throws -> (status: UInt, body: String) {
        try await ask(client, "\(url)/v1/\(verb)", body, asJSON)
      }
      let team = #""product":"team_monthly""#
      var answer = try await post(
        "seat-terms", "{\(team),\"discounts\":[{\"from\":3,\"price\":7990}]}")
      #expect(answer.status == 200, "\(answer.body)")
      answer = try await post("buy", "{\(team),\"customer\":\"ada\",\"seats\":4}")
      // Two of 9.99, two of 7.99.
      #expect(answer.body.contains(#""price":35960"#), "\(answer.body)")
      answer = try await post("assign-seat", "{\(team),\"customer\":\"ada\",\"to\":\"ben\"}")
      #expect(answer.body.contains(#""holders":["ben"]"#), "\(answer.body)")
      answer = try await post("renewal-seats", "{\(team),\"customer\":\"ada\",\"seats\":2}")
      #expect(answer.body.contains(#""renewing":2"#), "\(answer.body)")
      answer = try await post("buy", "{\(team),\"customer\":\"ada\",\"seats\":3}")
      #expect(answer.status == 409 && answer.body.contains("seatReductionNotAllowed"))
      #expect(try await post("buy", "{\(team),\"customer\":\"ada\",\"seats\":0}").status == 400)
      answer = try await post("seat-terms", "{\(team),\"discounts\":[7]}")
      #expect(answer.status == 400 && answer.body.contains("discounts"), "\(answer.body)")
    }
  }
}
