import AppStoreFixtures
import Foundation
import HTTPTransport
import PaywallCatalog
import TestSupport
import Testing

@testable import AppStore
@testable import PaywallServer

@Suite("Texts under certificates that were not seen before")
struct UnknownChainTests {
  private let shopper: Shopper
  private let next: TestChain
  private let thread = HeldThread()

  init() throws {
    shopper = try Shopper()
    next = try TestChain()
  }

  /// Trusts the root of the vectors and another, and checks chains at once or when the test says
  /// so.
  private func testServer(held: Bool) throws -> TestServer {
    var testServer = try TestServer.ofStore()
    testServer.roots = try TrustedRoots([Array(Vectors.pki().root), next.rootFile])
    testServer.proxies = TrustedProxies(["::/0"].compactMap { AddressRange($0) })
    if held { testServer.chains = ChainChecker(start: thread.start) }
    return testServer
  }

  /// The purchase under other certificates.
  private func text(under chain: TestChain) throws -> String {
    try shopper.store.jws(
      ofBytes: JSONEncoder().encode(
        shopper.store.transactionMembers(shopper.subscription.filter { $0.value != .null })),
      header: chain.header)
  }

  private func request(
    _ path: String, _ text: String, from address: String = "192.0.2.7", as role: String = "client"
  ) -> String {
    let body =
      path.hasSuffix("notifications")
      ? #"{"signedPayload":"\#(text)"}"# : #"{"transactions":["\#(text)"]}"#
    return """
      POST \(path)
      X-API-Key: \(role)-key
      X-Forwarded-For: \(address)
      Content-Type: application/json

      \(body)
      """
  }

  private func send(_ request: String, to server: Application) async throws
    -> TestServer.Reply
  {
    try TestServer.Reply(await TestServer.send(request, to: server))
  }

  @Test("wait for the check, while others are answered; the check is remembered after a reload")
  func waiting() async throws {
    let testServer = try testServer(held: true)
    let chains = testServer.chains
    let server = try testServer.application()
    let request = request("/v1/transactions", try text(under: next))
    async let reply = send(request, to: server)
    await until { chains.waiting == 1 }
    try await send(
      "GET /v1/products\nX-API-Key: client-key\nX-Forwarded-For: 192.0.2.7", to: server
    ).expect(200)
    thread.run()
    #expect(try await reply.status == 200)
    // A reload makes another server of the same roots: a verifier without headers.
    let again = try await send(request, to: try testServer.application())
    #expect(again.status == 200 && chains.count == 0)
  }

  @Test("are refused with 503 where too many wait; a placement is answered as by a visitor")
  func full() async throws {
    let testServer = try testServer(held: true)
    let chains = testServer.chains
    let server = try testServer.application()
    let text = try text(under: next)
    let verifier = Verifier(AppIdentity(bundleId: "b", environments: [.production]))
    await withTaskGroup(of: Void.self) { tasks in
      for lane in ChainQueue.Lane.allCases {
        for number in 0..<ChainQueue.laneLimit {
          tasks.addTask {
            _ = await chains.outcome(
              of: ChainQueueTests.chain("\(lane) \(number)"), by: verifier, lane,
              from: ChainQueueTests.sender(number))
          }
        }
      }
      await until { chains.waiting == 3 * ChainQueue.laneLimit }
      for (path, role) in [
        ("/v1/transactions", "client"), ("/v1/customer", "server"),
        ("/v1/appstore/notifications", "client"),
      ] {
        let reply = try? await send(request(path, text, as: role), to: server)
        #expect(reply?.status == 503 && reply?.code == "verificationBusy", "\(path)")
        #expect(reply?.description.contains("\nretry-after: 2\n") == true)
      }
      let shown = try? await send(request("/v1/placements/onboarding", text), to: server)
      #expect(
        shown?.status == 200 && shown?.body["degraded"] == true, "\(String(describing: shown))")
      #expect(shown?.description.contains("cache-control: no-store") == true)
      thread.run()
    }
    // A text that was refused for want of room cost nothing, and is verified now.
    async let reply = send(request("/v1/transactions", text), to: server)
    await until { chains.waiting == 1 }
    thread.run()
    #expect(try await reply.status == 200)
  }

  @Test("cost an address its chains if they are not Apple's, and a good client beside it nothing")
  func paid() async throws {
    let server = try testServer(held: false).application()
    let known = request("/v1/transactions", try text(under: next))
    #expect(try await send(known, to: server).status == 200)
    for number in 0..<21 {
      let forged = try text(under: TestChain())
      let reply = try await send(request("/v1/transactions", forged), to: server)
      guard number == 20 else {
        #expect(reply.status == 422 && reply.reason == "untrustedChain", "\(reply)")
        // The same again is known to be refused, and costs no check.
        try await send(request("/v1/transactions", forged), to: server).expect(
          422, reason: "untrustedChain")
        continue
      }
      #expect(reply.status == 429 && reply.reason == "chains", "\(reply)")
      #expect(reply.description.contains("\nretry-after: 1\n"))
      try await send(request("/v1/placements/onboarding", forged), to: server).expect(
        200, has: ["degraded": true])
      try await send(request("/v1/transactions", forged, from: "192.0.2.8"), to: server).expect(422)
    }
    #expect(try await send(known, to: server).status == 200)
    try await TestServer.send("GET /metrics\nX-API-Key: admin-key", to: server).expect(
      has: "paywall_chains_checked_total{outcome=\"refused\"} 21\n",
      "paywall_chains_checked_total{outcome=\"known\"} 1\n",
      "paywall_rate_limited_total{scope=\"chains\"} 2\n")
  }

  @Test("cost whoever posts notifications the same, and Apple nothing after a rotation")
  func notifications() async throws {
    let server = try testServer(held: false).application()
    let path = "/v1/appstore/notifications"
    let genuine = try shopper.notification("SUBSCRIBED", uuid: "u-1")["signedPayload"]?.string
    for number in 0..<21 {
      let reply = try await send(
        request(path, try text(under: TestChain()), from: "192.0.2.7"), to: server)
      #expect(reply.status == (number < 20 ? 422 : 429), "\(reply)")
    }
    for address in ["192.0.2.8", "192.0.2.7"] {
      try await send(request(path, try #require(genuine), from: address), to: server).expect(200)
    }
  }

  @Test("of a server come from its key's own bucket, and wait in its own lane")
  func ofServer() async throws {
    var testServer = try testServer(held: false)
    testServer.rates.server = 20
    let server = try testServer.application()
    // 200 tokens at once: a request, a text and a refused chain are 22.
    for number in 0..<10 {
      let reply = try await send(
        request(
          "/v1/transactions", try text(under: TestChain()), from: "192.0.2.\(number)", as: "server"),
        to: server)
      #expect(reply.status == (number < 9 ? 422 : 429), "\(reply)")
      if number == 9 { #expect(reply.reason == "server", "\(reply)") }
    }
  }
}
