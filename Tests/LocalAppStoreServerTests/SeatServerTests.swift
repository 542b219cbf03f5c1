import AppStoreServerAPI
import AsyncHTTPClient
import Crypto
import Foundation
import HTTPDocuments
import HTTPService
import Ledger
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import NIOCore
import NIOHTTP1
import PaywallCatalog
@testable import PaywallServer
import TestSupport
import Testing

/// Two servers claim seats of one purchase at the local App Store, each with a ledger of its own.
@Suite("Seats over HTTP") struct SeatServerTests {
  private struct Group: Sendable {
    let store: StoreService
    let client: HTTPClient
    /// The addresses of two servers; the first gets the notifications.
    let urls: [String]
    let apple: AppStoreClient
    /// Ada's purchase.
    let purchase: String

    func call(
      _ method: HTTPMethod, _ path: String, _ body: String? = nil, at server: Int = 0
    ) async throws -> Reply {
      var request = HTTPClientRequest(url: urls[server] + path)
      request.method = method
      request.headers.add(contentsOf: HTTPHeaders(asJSON + [("X-API-Key", "server-key")]))
      if let body { request.body = .bytes(ByteBuffer(string: body)) }
      let response = try await client.execute(request, timeout: .seconds(600))
      let bytes = try await response.body.collect(upTo: 1_000_000)
      return Reply(
        status: response.status.code, json: try JSONReader.read(Array(bytes.readableBytesView)))
    }

    func claim(
      _ person: String, of purchase: String? = nil, at server: Int = 0,
      in environment: String = "sandbox"
    ) async throws -> Reply {
      try await call(
        .POST, "/v1/seats/\(purchase ?? self.purchase)?environment=\(environment)", person,
        at: server)
    }

    /// The sources of what a user id may use, by the first server.
    func sources(of user: String) async throws -> [String] {
      let reply = try await call(
        .POST, "/v1/customer",
        #"{"customer":{"userId":"\#(user)"},"attributes":{"environment":"sandbox"}}"#)
      return reply.json.member("entitlements")?.elements.compactMap {
        $0.member("source")?.string
      } ?? []
    }
  }

  private struct Reply: Sendable {
    let status: UInt
    let json: JSONValue

    var code: String? { json.member("code")?.string }
    var seat: String? { json.member("seatClaimId")?.string }
  }

  /// Ada buys three seats whose members the team invites. One seat is hers.
  private static func group(_ use: @escaping @Sendable (Group) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      try await HTTPClient.ofLocalAppStore { client in
        let address = PostAddress()
        let store = try exampleStore(post: address.post(client))
        let api = ServerAPI(
          ServerAPIKey(naming: P256.Signing.PrivateKey().publicKey), bundleId: "com.example.lumen",
          isSandbox: true, limits: 0, now: SystemClock.now)
        try await serving(store, serverAPI: api) { storeURL in
          let config = try exampleWithKey(in: folder)
          try await serving(
            client, of: storeURL, config: config, state: "\(folder)/a", isAsked: true
          ) { first, url in
            try await serving(
              client, of: storeURL, config: config, state: "\(folder)/b", isAsked: true,
              name: "other"
            ) { _, other in
              address.set(url)
              _ = try await store.apply(.addCustomer("ada"))
              _ = try await store.apply(
                StoreCause(.customer("ada")) {
                  try $0.sellBySeat("team_monthly", SeatTerms(invitations: .developer))
                })
              let bought = try await store.apply(
                .buy("team_monthly", by: "ada", PurchaseOptions(seats: 3)))
              try await use(
                Group(
                  store: store, client: client, urls: [url, other],
                  apple: try #require(first.dependencies.appStoreClient),
                  purchase: try #require(bought.transaction).id))
            }
          }
        }
      }
    }
  }

  @Test("Claims that race on two servers are never more than Apple's seats, and one a person")
  func raced() async throws {
    try await Self.group { group in
      let replies = try await withThrowingTaskGroup(of: (String, Reply).self) { tasks in
        // Every person asks both servers.
        for number in 0..<8 {
          let user = "user-\(number / 2)"
          tasks.addTask { (user, try await group.claim(#"{"userId":"\#(user)"}"#, at: number % 2)) }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      let (given, refused) = (
        replies.filter { $0.1.status == 200 }, replies.filter { $0.1.status != 200 }
      )
      #expect(refused.allSatisfy { $0.1.status == 409 && $0.1.code == "noSeatLeft" })
      let counts = try await group.apple.seats(of: group.purchase, in: .sandbox).value
      #expect(counts.total == 3 && counts.available == 0 && counts.claimIds.count == 2)
      #expect(Set(given.compactMap(\.1.seat)) == Set(counts.claimIds))
      #expect(Set(given.map(\.0)).count == 2)
      for (user, reply) in given {
        #expect(given.filter { $0.0 == user }.allSatisfy { $0.1.seat == reply.seat })
        // A claim that one server recorded, the other one records by a repeat.
        for server in 0..<2 {
          let again = try await group.claim(#"{"userId":"\#(user)"}"#, at: server)
          #expect(again.status == 200 && again.seat == reply.seat)
        }
        #expect(try await group.sources(of: user) == ["seat", "seat"])
      }
    }
  }

  @Test("A seat gives access until it is given back or taken back")
  func life() async throws {
    try await Self.group { group in
      let ben = try #require(try await group.claim(#"{"userId":"ben"}"#).seat)
      _ = try await group.store.apply(.addCustomer("eva"))
      let app = try await group.store.customer("eva").appTransactionId
      let eva = try #require(try await group.claim(#"{"userId":"eva"}"#).seat)
      let path = "/v1/seats/\(group.purchase)"
      let associated = try await group.call(
        .POST, "\(path)/\(eva)/associate?environment=sandbox", #"{"appTransactionId":"\#(app)"}"#)
      #expect(associated.status == 200 && associated.json.member("appTransactionId")?.string == app)
      for user in ["ben", "eva"] {
        #expect(try await group.sources(of: user) == ["seat", "seat"])
      }
      // The server gives one back; Apple announces nothing.
      for isNew in [true, false] {
        let ended = try await group.call(.DELETE, "\(path)/\(ben)?environment=sandbox")
        #expect(ended.status == 200 && ended.json.member("endedBy")?.string == "server")
        #expect(ended.json.member("changed") == .boolean(isNew))
      }
      #expect(try await group.sources(of: "ben") == [])
      let again = try await group.claim(#"{"userId":"ben"}"#).seat
      #expect(again != nil && again != ben)
      // A refund of two seats: the App Store takes both claims back, and says so.
      let refunded = try await group.store.apply(
        StoreCause(.transaction(group.purchase)) {
          try $0.refundSeats(2, of: group.purchase)
        })
      #expect(refunded.notifications.map(\.type) == ["REFUND", "UNCLAIM_SEATS"])
      #expect(refunded.notifications.allSatisfy { $0.attempts.map(\.result) == ["SUCCESS"] })
      for user in ["ben", "eva"] { #expect(try await group.sources(of: user) == []) }
      let shown = try await group.call(.GET, "\(path)?environment=sandbox")
      #expect(shown.json.member("totalSeatCount")?.whole == 1)
      #expect(
        shown.json.member("seats")?.elements.map { $0.member("endedBy")?.string }
          == ["server", "appStore", "appStore"])
      #expect(shown.json.member("unrecordedSeatClaimIds")?.elements.isEmpty == true)
    }
  }

  @Test("A claim that Apple has and no ledger is shown, repeated or given back")
  func unrecorded() async throws {
    try await Self.group { group in
      let path = "/v1/seats/\(group.purchase)"
      let request = SeatRequest(
        originalTransactionId: group.purchase, requestIdentifier: "r-1")
      let lost = try await group.apple.claimSeat(request, in: .sandbox).value
      let shown = try await group.call(.GET, "\(path)?environment=sandbox")
      #expect(
        shown.json.member("unrecordedSeatClaimIds")?.elements.compactMap(\.string) == [lost])
      let repeated = try await group.claim(#"{"userId":"ben","requestIdentifier":"r-1"}"#)
      #expect(repeated.seat == lost)
      let taken = try await group.claim(#"{"userId":"eva","requestIdentifier":"r-1"}"#)
      #expect(taken.status == 409 && taken.code == "seatTaken")
      // The second server has no record of it, and frees it all the same.
      let freed = try await group.call(.DELETE, "\(path)/\(lost)?environment=sandbox", at: 1)
      #expect(freed.status == 200)
      #expect(try await group.apple.seats(of: group.purchase, in: .sandbox).value.claimIds == [])
      // Apple does not know it any more: the first server ends its record.
      let ended = try await group.call(.DELETE, "\(path)/\(lost)?environment=sandbox")
      #expect(ended.status == 200 && ended.json.member("changed") == .boolean(true))
      #expect(try await group.sources(of: "ben") == [])
      let dead = try await group.claim(#"{"userId":"ben","requestIdentifier":"r-1"}"#)
      #expect(dead.status == 409 && dead.code == "seatEnded")
      #expect(try await group.claim(#"{"userId":"ben"}"#).status == 200)
    }
  }

  @Test("What Apple refuses has a code of its own, and production is not asked")
  func refused() async throws {
    try await Self.group { group in
      for id in ["ben", "eva"] { _ = try await group.store.apply(.addCustomer(id)) }
      let alone = try #require(
        try await group.store.apply(.buy("team_monthly", by: "ben")).transaction)
      let bundle = try #require(
        try await group.store.apply(
          StoreCause(.customer("eva")) {
            try $0.joinBundle("suite", with: "team_monthly", for: 9990, by: "eva")
          }
        ).transaction)
      let ben = #"{"userId":"ben"}"#
      for (reply, code) in [
        (try await group.claim(ben, in: "production"), "seatsNotOpen"),
        (try await group.claim(ben, of: alone.id), "seatsNotManaged"),
        (try await group.claim(ben, of: bundle.id), "seatsOfBundle"),
        (try await group.claim(ben, of: "1"), "unknownTransaction"),
        (try await group.claim(#"{"appTransactionId":"1"}"#), "unknownCustomer"),
        (try await group.claim(#"{"userId":" "}"#), "unknownCustomer"),
        (try await group.claim("{}"), "missingMember"),
        (
          try await group.call(.DELETE, "/v1/seats/\(group.purchase)/none?environment=sandbox"),
          "unknownSeat"
        ),
        (
          try await group.call(
            .POST, "/v1/seats/\(group.purchase)/none/associate?environment=sandbox",
            #"{"appTransactionId":"1"}"#), "unknownSeat"
        ),
      ] {
        #expect(reply.code == code, "\(code): \(reply)")
      }
      #expect(try await group.apple.seats(of: group.purchase, in: .sandbox).value.claimIds == [])
    }
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var elements: [JSONValue] { if case .list(let items) = self { items } else { [] } }
}
