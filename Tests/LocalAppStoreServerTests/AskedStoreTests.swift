import AsyncHTTPClient
import Crypto
import Foundation
import HTTPService
import Ledger
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import PaywallCatalog
import Subscribers
@testable import PaywallServer
import TestSupport
import Testing

/// The server asks the local App Store over Apple's API, with its jobs running.
struct AskedStoreTests {
  @Test("What was posted to nobody is fetched, and a request for a refund is answered by the rules")
  func lostAndAnswered() async throws {
    try await withTemporaryFolder { folder in
      try await HTTPClient.ofLocalAppStore { client in
        let address = PostAddress()
        let store = try exampleStore(post: address.post(client))
        let api = ServerAPI(
          ServerAPIKey(naming: P256.Signing.PrivateKey().publicKey), bundleId: "com.example.lumen",
          isSandbox: true, limits: 0, now: SystemClock.now)
        try await serving(store, serverAPI: api) { storeURL in
          // Nothing listens yet, and the sandbox posts once.
          let bought = try await store.adaBuys("pro_monthly")
          let coins = try #require(
            try await store.apply(.buy("coins_100", by: "ada"))
              .transaction)
          let moved = try await store.advance(by: try #require(Period(iso8601: "P10D")))
          let lost = bought.notifications + moved.notifications
          #expect(lost.allSatisfy { $0.attempts.allSatisfy { $0.result != "SUCCESS" } })
          let ada = try await store.customer("ada")

          try await serving(
            client, of: storeURL, config: try exampleWithKey(in: folder),
            state: "\(folder)/state", isAsked: true
          ) { server, url in
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
            address.set(url)
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
