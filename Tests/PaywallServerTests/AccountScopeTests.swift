import AppStoreFixtures
import PaywallCatalog
import PaywallServer
import Testing

@Suite("An app narrows the answer about its evidence to one account")
struct AccountScopeTests {
  private let account = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  private func server() throws -> TestServer {
    try TestServer.ofStore { snapshot in
      for id in snapshot.products.keys { snapshot.products[id]?.entitlements = ["pro"] }
    }
  }

  @Test(
    "to its purchases and those without an account",
    arguments: ["/v1/transactions", "/v1/customer"],
    [
      (nil, 1), ("7E3FB20B-4CDB-47CC-936D-99D65F608138", 1),
      ("8e3fb20b-4cdb-47cc-936d-99d65f608138", 0), ("", 0),
    ] as [(String?, Int)])
  func narrowed(path: String, scope: (account: String?, entitlements: Int)) async throws {
    let shopper = try Shopper(1, account: account)
    var body: [String: JSON] = ["transactions": [try shopper.transaction()]]
    if let account = scope.account { body["attributes"] = ["appAccountToken": .text(account)] }
    let reply = try await server().post(path, body)
    #expect(reply.status == 200, "\(reply)")
    #expect(reply.body["entitlements"]?.elements?.count == scope.entitlements, "\(reply)")
    #expect(reply.body["groups"]?.elements?.count == scope.entitlements, "\(reply)")
  }

  @Test("a purchase without an account belongs to every account")
  func withoutAccount() async throws {
    let reply = try await server().post(
      "/v1/transactions",
      [
        "transactions": [try Shopper().transaction()],
        "attributes": ["appAccountToken": .text(account)],
      ])
    #expect(reply.body["entitlements"]?.elements?.count == 1, "\(reply)")
  }

  @Test("a server's word is about users, and this attribute is none")
  func ofServer() async throws {
    let reply = try await server().post(
      "/v1/customer",
      [
        "transactions": [try Shopper(1, account: account).transaction()],
        "attributes": ["appAccountToken": ""],
      ], as: "server")
    #expect(reply.body["entitlements"]?.elements?.count == 1, "\(reply)")
  }

  @Test("what unlocks an entitlement is told with the products")
  func products() async throws {
    try await server().exchange("GET /v1/products\nX-API-Key: client-key").expect(
      has:
        #""entitlements":{"pro":["pro_lifetime","pro_monthly","pro_yearly","pro_yearly_trial"]}"#)
  }
}
