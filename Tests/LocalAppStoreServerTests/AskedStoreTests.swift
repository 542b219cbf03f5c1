import AppStoreServerAPI
import AsyncHTTPClient
import Crypto
import Foundation
import HTTPService
import Ledger
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import PaywallCatalog
import PaywallServer
import PaywallSubscribers
import Refunds
import Synchronization
import Testing
import TestSupport

/// The server asks the local App Store over Apple's API, with its jobs running.
struct AskedStoreTests {
  /// Serves a store, and Apple's API for it, until the end of `use`.
  private static func serving(
    _ store: StoreService, _ use: @escaping @Sendable (_ url: String) async throws -> Void
  ) async throws {
    let api = ServerAPI(
      ServerAPIKey(naming: P256.Signing.PrivateKey().publicKey), bundleId: "com.example.lumen",
      isSandbox: true, limits: 0, now: SystemClock.now)
    let application = StoreApplication(
      store, access: try StoreAccess(host: "127.0.0.1", token: nil), serverAPI: api,
      host: "127.0.0.1", port: 0, logger: quiet)
    try await LocalAppStoreServerTests.serving({ application.services(listening: $0) }, use)
  }

  /// A server of the store, with the jobs of a real one.
  private static func server(
    of store: StoreService, at storeURL: String, _ client: HTTPClient, in folder: String,
    _ use: @escaping @Sendable (_ server: PaywallService, _ url: String) async throws -> Void
  ) async throws {
    let link = try await StoreLink(StoreClient(client, url: storeURL, token: nil), name: "server")
    var settings = Settings.patient
    settings.port = 0
    settings.config = try configuration(in: folder)
    settings.stateDirectory = "\(folder)/state"
    settings.appStore = LocalAppStoreSettings(url: storeURL)
    settings.appStore?.root = link.root
    let server = try await PaywallService(
      settings, load: LoadedFolder.catalogFiles, logger: quiet, now: { link.now },
      localAppStore: AppStoreAPISettings(
        key: link.apiKey, addresses: [.sandbox: try #require(AppStoreAddress(storeURL))]))
    let following = Task { await link.follow({ [] }, logger: quiet) }
    try await LocalAppStoreServerTests.serving({
      [server.patientApplication(listening: $0)]
    }) { url in try await use(server, url) }
    following.cancel()
    await following.value
    await server.end()
  }

  /// The example app with the key `server-key`, in a folder.
  private static func configuration(in folder: String) throws -> String {
    let config = "\(folder)/config"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    for part in ["Paywalls", "Experiments"] {
      try FileManager.default.copyItem(atPath: "\(example)/\(part)", toPath: "\(config)/\(part)")
    }
    try Data(
      """
      keys:
        backend:
          role: server
          digest: 0e7492b2aec83281693d7625c966037073becf9b86dc4d0c8277bb4394b7d474

      """.utf8
    ).write(to: URL(filePath: "\(config)/Paywalls/store/keys.yaml"))
    return config
  }

  @Test("What was posted to nobody is fetched, and a request for a refund is answered by the rules")
  func lostAndAnswered() async throws {
    try await withFolder { folder in
      try await withClient { client in
        let address = Mutex<String?>(nil)
        let store = StoreService(
          try world(), id: "w", chain: try SigningChain(),
          post: { text in
            guard let url = address.withLock({ $0 }) else { return .noResponse }
            return await NotificationSender(
              client, to: "\(url)/v1/appstore/notifications", patience: .seconds(600)
            ).post(text)
          })
        try await Self.serving(store) { storeURL in
          // Nothing listens yet, and the sandbox posts once.
          let bought = try await store.adaBuys("pro_monthly")
          let coins = try #require(
            try await store.apply(.buy("coins_100", by: "ada"))
              .transaction)
          let moved = try await store.advance(by: try #require(Period(iso8601: "P10D")))
          let lost = bought.notifications + moved.notifications
          #expect(lost.allSatisfy { $0.attempts.allSatisfy { $0.result != "SUCCESS" } })
          let ada = try await store.customer("ada")

          try await Self.server(of: store, at: storeURL, client, in: folder) { server, url in
            let ledger = server.dependencies.ledger
            // The first turn of the jobs reads the history of notifications, and then ada's.
            try await until {
              try await ledger.histories(
                of: .appTransactionId(ada.appTransactionId), in: .sandbox
              ).first?.completeAt != nil
            }
            for notification in lost {
              #expect(try await ledger.hasNotification(notification.uuid), "\(notification)")
            }
            let known = try #require(
              try await ledger.histories(
                of: .appTransactionId(ada.appTransactionId), in: .sandbox
              ).first)
            #expect(
              Set(known.transactions.map(\.transactionId))
                == Set(
                  ada.purchases.map(\.id)
                    + ada.subscriptions.flatMap { $0.transactions.map(\.id) }))

            // The team's server reports that the coins are spent, and ada asks for her money.
            address.withLock { $0 = url }
            let reported = try await ask(
              client, "\(url)/v1/customers/\(ada.appTransactionId)/consumption?environment=sandbox",
              #"{"customerConsented":true,"deliveryStatus":"delivered","sampleContentProvided":false,"consumptionPercentage":90000,"transactionId":"\#(coins.id)"}"#,
              asJSON + [("X-API-Key", "server-key")])
            try #require(reported.status == 200, "\(reported)")
            let asked = try await store.apply(.requestRefund(of: coins.id))
            #expect(asked.notifications.map(\.type) == ["CONSUMPTION_REQUEST"])
            #expect(asked.notifications.map { $0.attempts.map(\.result) } == [["SUCCESS"]])
            try await until {
              try await ledger.refundCases(named: coins.id).first?.refundCase.isOpen == false
            }
            let settled = try #require(
              try await ledger.refundCases(named: coins.id).first?.refundCase)
            guard case .answered(let answer, let rule, _) = settled.state else {
              Issue.record("\(settled.state)")
              return
            }
            #expect((rule, answer.refundPreference) == ("usedUp", .decline))
            // Apple has the answer: when the 12 hours are over it declines.
            let decided = try await store.advance(by: try #require(Period(iso8601: "P1D")))
            #expect(decided.notifications.map(\.type).contains("REFUND_DECLINED"))
          }
        }
      }
    }
  }
}
