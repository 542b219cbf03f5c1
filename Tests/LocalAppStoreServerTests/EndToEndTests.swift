import AsyncHTTPClient
import Foundation
import Ledger
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import PaywallCatalog
import Subscribers
@testable import PaywallServer
import TestSupport
import Testing

/// The store and the server over sockets, each with its own account of the customer.
struct EndToEndTests {
  /// The store, the server and a client of both.
  struct Both: Sendable {
    let store: StoreService
    let server: PaywallService
    let client: HTTPClient
    let url: String

    /// The server's belief about `ada`'s subscription.
    func subscription() async throws -> Subscription {
      let card = try await store.customer("ada")
      let histories = try await server.dependencies.ledger.histories(
        of: .appTransactionId(card.appTransactionId), in: .sandbox)
      let subscriber = try #require(histories.first).subscriber(at: server.dependencies.now())
      return try #require(subscriber.subscriptions.first)
    }

    func moves(_ length: String) async throws -> [String] {
      let answer = try await store.advance(by: try #require(Period(iso8601: length)))
      #expect(answer.notifications.allSatisfy { $0.attempts.map(\.result) == ["SUCCESS"] })
      // The server follows the clock on a connection of its own.
      await until { server.dependencies.now().rfc3339 == answer.now }
      return answer.notifications.map { $0.type + ($0.subtype.map { "/\($0)" } ?? "") }
    }

    /// Posts the texts of ada's device to the server, and returns its answer.
    func post(_ path: String, _ members: String = "") async throws -> (status: UInt, body: String) {
      let signed = try await store.signedTexts(of: "ada")
      func list(_ texts: [String]) -> String {
        texts.map { "\"\($0)\"" }.joined(separator: ",")
      }
      let evidence =
        #""appTransaction":"\#(signed.appTransaction)","transactions":[\#(list(signed.transactions))]"#
        + #","renewalInfo":[\#(list(signed.renewalInfos))]"#
      return try await ask(client, url + path, "{\(evidence)\(members)}", asJSON)
    }
  }

  /// A store with 16 days of grace, and a server that trusts it and gets its notifications.
  private func both(_ use: @escaping @Sendable (Both) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      try await HTTPClient.ofLocalAppStore { client in
        let address = PostAddress()
        let store = try exampleStore(grace: 16, post: address.post(client))
        try await serving(store) { storeURL in
          try await serving(
            client, of: storeURL, config: example, state: folder
          ) { server, url in
            address.set(url)
            try await use(Both(store: store, server: server, client: client, url: url))
          }
        }
      }
    }
  }

  @Test(
    "A life: trial, renewal, a declined card, grace, retry, lapse, and a return with a win-back")
  func life() async throws {
    try await both { both in
      let bought = try await both.store.adaBuys("pro_yearly_trial")
      #expect(bought.notifications.map(\.attempts.first?.result) == ["SUCCESS"])
      var now = try await both.subscription()
      #expect(now.state == .subscribed)
      #expect(now.inTrial)

      #expect(try await both.moves("P1M") == ["DID_RENEW"])
      now = try await both.subscription()
      #expect(now.state == .subscribed)
      #expect(!now.inTrial)
      #expect(now.current?.expiresDate?.rfc3339 == "2027-01-12T10:00:00Z")

      _ = try await both.store.apply(.setPayment(works: false, of: "ada"))
      // 5 February 2027 - 2 weeks: in the grace period.
      #expect(try await both.moves("P11M10D") == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
      #expect(try await both.subscription().state == .inGracePeriod)
      #expect(try await both.moves("P20D") == ["GRACE_PERIOD_EXPIRED"])
      #expect(try await both.subscription().state == .inBillingRetryPeriod)
      #expect(try await both.moves("P60D") == ["EXPIRED/BILLING_RETRY"])
      #expect(try await both.subscription().state == .expired)

      // The server offers a return to customers who left, and the store sells it.
      let offered = try await both.post(
        "/v1/placements/settings",
        #","attributes":{"userId":"ada","platform":"ios","osVersion":"18.2"}"#)
      #expect(offered.status == 200)
      #expect(
        offered.body.contains(#""kind":"winBack","id":"winback_6m","eligibility":"eligible""#),
        "\(offered)")
      let ada = try await both.store.customer("ada")
      #expect(ada.subscriptions.first?.winBackOffers == ["winback_6m"])
      _ = try await both.store.apply(.setPayment(works: true, of: "ada"))
      let back = try await both.store.apply(
        .buy("pro_yearly", by: "ada", .init(offer: .winBack(offerId: "winback_6m"))))
      #expect(back.notifications.map(\.subtype) == ["RESUBSCRIBE"])
      #expect(try await both.subscription().state == .subscribed)
    }
  }

  @Test("The store takes the server's signature once, and names the wrong field of another")
  func signature() async throws {
    try await both { both in
      _ = try await both.store.adaBuys("pro_yearly")
      _ = try await both.store.apply(.cancel("pro_yearly", by: "ada"))
      let signed = try await both.post(
        "/v1/offers/sign",
        #","placement":"settings","product":"pro_yearly","offer":"loyalty","form":"jws","attributes":{"userId":"ada"}"#
      )
      #expect(signed.status == 200, "\(signed)")
      let jws = String(
        try #require(signed.body.firstMatch(of: /"jws":"([A-Za-z0-9._-]+)"/)?.1, "\(signed)"))
      func buy(_ product: String, _ offer: String) async throws {
        _ = try await both.store.apply(
          .buy(
            product, by: "ada",
            .init(offer: .promotional(offerId: offer, .jws(jws)))))
      }
      let other = await #expect(throws: StoreRefusal.self) {
        try await buy("pro_monthly", "loyalty_20")
      }
      #expect(other?.fields == ["productId"])
      #expect(other?.sentences.contains("pro_monthly") == true)
      let unknown = await #expect(throws: StoreRefusal.self) {
        try await buy("pro_yearly", "loyalty")
      }
      #expect(unknown?.fields == ["offerIdentifier"])
      try await buy("pro_yearly", "loyalty_20")
      let again = await #expect(throws: StoreRefusal.self) {
        try await buy("pro_yearly", "loyalty_20")
      }
      #expect(again?.code == "nonceUsed")
    }
  }

  @Test("What is served is of the sandbox, from a ledger of its own, and readiness says so")
  func separate() async throws {
    try await both { both in
      let app = both.server.dependencies.current.value.snapshot.app
      #expect(app.environments == [.sandbox])
      #expect(both.server.settings.ledgerPath.hasSuffix("/local-app-store.sqlite"))
      let ready = try await ask(both.client, "\(both.url)/health/ready")
      #expect(ready.body.contains(#""code":"localAppStore""#))
    }
  }
}

/// The settings that `paywall serve --app-store` takes beside it.
struct AppStoreSettingsTests {
  @Test(
    "A local App Store does not meet what is real",
    arguments: [
      (["appStore": "http://127.0.0.1:8090", "appleRoot": "r.cer"], "--apple-root"),
      (
        ["appStore": "http://127.0.0.1:8090", "offerKey": "k.p8", "offerKeyId": "K"], "--offer-key"
      ),
      (["appStore": "http://127.0.0.1:8090", "readOnly": "true"], "--read-only"),
      (["appStore": "http://appstore:8090"], "--app-store-token"),
      (["appStore": "127.0.0.1:8090"], "http://127.0.0.1:8090"),
      (["appStore": "http://127.0.0.1:8090/v1"], "http://127.0.0.1:8090"),
    ] as [([String: String], String)])
  func refused(flags: [String: String], word: String) {
    let environment = Dictionary(
      uniqueKeysWithValues: flags.map { name, value in
        let words = name.map { $0.isUppercase ? "_\($0)" : "\($0.uppercased())" }.joined()
        return ("PAYWALL_\(words)", value)
      })
    let error = #expect(throws: SettingsError.self) {
      try Settings.read(flags: [:], environment: environment)
    }
    #expect(error?.mistakes.count == 1)
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test("A store on this machine needs no token, and one elsewhere has it")
  func accepted() throws {
    let near = try Settings.read(
      flags: [:], environment: ["PAYWALL_APP_STORE": "http://localhost:8090"])
    #expect(near.appStore == LocalAppStoreSettings(url: "http://localhost:8090"))
    let far = try Settings.read(
      flags: [:],
      environment: [
        "PAYWALL_APP_STORE": "http://appstore:8090", "PAYWALL_APP_STORE_TOKEN": "0123456789abcdef",
      ])
    #expect(far.appStore?.token == "0123456789abcdef")
  }
}
