import AppStoreFixtures
import Ledger
@testable import AppStoreServerAPI
import LedgerSQLite
import OfferSigning
import PaywallCatalog
import PaywallServer
import Subscribers
import Synchronization
import Testing

/// Seats over HTTP, with an Apple that answers as told. `SeatServerTests` asks the local App Store.
@Suite("Claiming seats over HTTP") struct SeatRouteTests {
  private final class Apple: Sendable {
    let requests = Mutex<[AppStoreRequest]>([])
    /// The answer to a question for the seats.
    let counts = Mutex(
      #"{"totalSeatCount":3,"availableSeatCount":1,"assignedSeatClaimIds":["c-1"]}"#)
    /// The ledger that ends while Apple answers a claim.
    let failing: SQLiteLedger?

    init(failing: SQLiteLedger? = nil) { self.failing = failing }

    func client(_ status: Int, _ body: String) throws -> AppStoreClient {
      let store = try TestStore(environment: .sandbox, serving: [.sandbox])
      let transport = AppStoreTransport { [self] request async throws(TransportFailure) in
        requests.withLock { $0.append(request) }
        guard request.method == .post else {
          return AppStoreResponse(status: 200, body: Array(counts.withLock { $0 }.utf8))
        }
        await failing?.close()
        return AppStoreResponse(status: status, body: Array(body.utf8))
      }
      return AppStoreClient(
        AppStoreAPISettings(key: try .throwAway()), transport: transport,
        verifier: { store.verifier }, now: { TestStore.clock }, sleep: { _ in })
    }

    /// The bodies of claims.
    var bodies: [String] {
      requests.withLock {
        $0.compactMap(\.body).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  private static let path = "/v1/seats/70?environment=sandbox"

  private static func server(
    _ apple: Apple, _ ledger: SQLiteLedger, _ status: Int = 200,
    _ body: String = #"{"seatClaimId":"c-1"}"#
  ) throws -> TestServer {
    var server = TestServer(keys: TestServer.allKeys)
    server.ledger = ledger
    server.appStoreClient = try apple.client(status, body)
    return server
  }

  @Test("A claim that Apple accepted and no ledger has is repeated by the same request")
  func repeated() async throws {
    let lost = SQLiteLedger.inMemory()
    let (first, second) = (Apple(failing: lost), Apple())
    try await Self.server(first, lost).post(Self.path, ["userId": "user-7"], as: "server")
      .expect(503, "ledgerUnavailable")
    let server = try Self.server(second, SQLiteLedger.inMemory())
    try await server.post(Self.path, ["userId": "user-7"], as: "server").expect(
      200,
      has: [
        "seatClaimId": "c-1", "originalTransactionId": "70", "userId": "user-7",
        "active": .flag(true), "changed": .flag(true), "environment": "sandbox",
      ])
    #expect(first.bodies.count == 1 && first.bodies == second.bodies)
    // A recorded claim is not made again.
    try await server.post(Self.path, ["userId": "user-7"], as: "admin")
      .expect(200, has: ["changed": .flag(false)])
    #expect(second.bodies.count == 1)
    // Another person's request is another one.
    try await server.post(Self.path, ["userId": "user-8"], as: "server").expect(409, "seatTaken")
    #expect(second.bodies.count == 2 && second.bodies[0] != second.bodies[1])
    // Apple names the claim no more: it has ended, and the next request is another one.
    second.counts.withLock {
      $0 = #"{"totalSeatCount":3,"availableSeatCount":2,"assignedSeatClaimIds":[]}"#
    }
    // This Apple gives the ended claim again.
    try await server.post(Self.path, ["userId": "user-7"], as: "server").expect(409, "seatEnded")
    #expect(Set(second.bodies).count == 3)
    #expect(
      try await server.ledger.seats(of: "70", in: .sandbox).map(\.claim.ended?.by) == [.appStore])
  }

  @Test("A second user of one customer of Apple is refused, and Apple is not asked for a seat")
  func oneCustomer() async throws {
    let apple = Apple()
    let server = try Self.server(apple, SQLiteLedger.inMemory())
    let (first, second): ([String: JSON], [String: JSON]) = (
      ["userId": "user-7", "appTransactionId": "7055"],
      ["userId": "user-8", "appTransactionId": "7055"]
    )
    try await server.post(Self.path, first, as: "server").expect(200)
    try await server.post(Self.path, second, as: "server").expect(409, "seatTaken")
    #expect(apple.bodies.count == 1)
  }

  @Test(
    "Apple's refusals have codes of their own",
    arguments: [
      (4_000_230, 409, "seatsNotManaged"), (4_000_231, 409, "seatsOfBundle"),
      (4_030_030, 409, "noSeatLeft"), (4_040_031, 404, "unknownCustomer"),
      (4_040_010, 404, "unknownTransaction"), (4_000_999, 422, "appStoreRefused"),
    ])
  func refused(code: Int, status: Int, word: String) async throws {
    let apple = Apple()
    let server = try Self.server(
      apple, SQLiteLedger.inMemory(), code / 10_000, #"{"errorCode":\#(code),"errorMessage":"x"}"#)
    try await server.post(Self.path, ["userId": "user-7"], as: "server").expect(status, word)
    #expect(try await server.ledger.seats(of: "70", in: .sandbox) == [])
  }

  @Test("Production is refused in a sentence of its own, before Apple is asked")
  func production() async throws {
    let apple = Apple()
    let server = try Self.server(apple, SQLiteLedger.inMemory())
    for path in ["/v1/seats/70", "/v1/seats/70?environment=production"] {
      let reply = try await server.post(path, ["userId": "user-7"], as: "server")
      reply.expect(422, "seatsNotOpen")
    }
    try await server.get("/v1/seats/70", as: "server").expect(422, "seatsNotOpen")
    try await server.delete("/v1/seats/70/c-1").expect(422, "seatsNotOpen")
    #expect(apple.bodies.isEmpty)
  }

  @Test("An app's key opens no seat, and without a key for Apple nothing is asked")
  func roles() async throws {
    let server = try Self.server(Apple(), SQLiteLedger.inMemory())
    try await server.post(Self.path, ["userId": "user-7"], as: "client").expect(403, "roleRequired")
    try await TestServer(keys: TestServer.allKeys)
      .post(Self.path, ["userId": "user-7"], as: "server").expect(503, "appStoreNotConfigured")
  }
}
