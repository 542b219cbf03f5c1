import Foundation
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import NIOHTTP1
import PaywallCatalog
import Testing

/// Apple's calls over a socket, and the answers of the world.
struct CallTests {
  /// Ada, with a yearly plan after its trial and some coins, in March.
  private func ada(_ use: @escaping @Sendable (APIWorld) async throws -> Void) async throws {
    try await APIWorld.with { api in
      _ = try await api.store.adaBuys("pro_yearly_trial")
      _ = try await api.store.apply(.buy("coins_100", by: "ada", .init(quantity: 2)))
      _ = try await api.store.advance(by: Period(months: 2))
      try await use(api)
    }
  }

  @Test("A transaction, the app transaction, the history, the statuses and an order are read")
  func reads() async throws {
    try await ada { api in
      let plans = try await api.ids("pro_yearly_trial")
      let coins = try #require(try await api.ids("coins_100").first)
      try #require(plans.count == 2)
      let info = try await api.call(.GET, "/inApps/v1/transactions/\(coins)")
      #expect(info.status == 200)
      #expect(info.headers["Content-Type"] == ["application/json"])
      let bought = try #require(try info.payloads("signedTransactionInfo").first)
      #expect(bought["transactionId"] as? String == coins)
      #expect(bought["quantity"] as? Int == 2)

      let appId = try await api.store.customer("ada").appTransactionId
      for id in [coins, plans[1], appId] {
        let app = try await api.call(.GET, "/inApps/v1/transactions/appTransactions/\(id)")
        let signed = try #require(try app.payloads("signedAppTransactionInfo").first)
        #expect(signed["appTransactionId"] as? String == appId)
      }

      let history = try await api.call(
        .GET, "/inApps/v2/history/\(appId)?productType=AUTO_RENEWABLE&sort=DESCENDING&revoked=False"
      )
      #expect(
        try history.payloads("signedTransactions").map { $0["transactionId"] as? String }
          == [plans[1], plans[0]])
      #expect(try history.members["hasMore"] as? Bool == false)
      #expect(try history.members["bundleId"] as? String == "com.example.lumen")
      #expect(try history.members["environment"] as? String == "Sandbox")
      #expect(try history.members["revision"] is String)

      let statuses = try await api.call(.GET, "/inApps/v1/subscriptions/\(coins)?status=1&status=3")
      let group = try #require(try (statuses.members["data"] as? [[String: Any]])?.first)
      let item = try #require((group["lastTransactions"] as? [[String: Any]])?.first)
      #expect(item["status"] as? Int == 1)
      #expect(item["originalTransactionId"] as? String == plans[0])
      let last = try APIAnswer.payload(try #require(item["signedTransactionInfo"] as? String))
      #expect(last["transactionId"] as? String == plans[1])
      let renewal = try APIAnswer.payload(try #require(item["signedRenewalInfo"] as? String))
      #expect(renewal["autoRenewStatus"] as? Int == 1)
      let expired = try await api.call(.GET, "/inApps/v1/subscriptions/\(coins)?status=2")
      #expect(try (expired.members["data"] as? [Any])?.isEmpty == true)

      let card = try #require(try await api.store.customer("ada").purchases.first)
      let order = try await api.call(.GET, "/inApps/v1/lookup/\(card.order)")
      #expect(try order.members["status"] as? Int == 0)
      #expect(
        try order.payloads("signedTransactions").map { $0["transactionId"] as? String } == [coins])
      let none = try await api.call(.GET, "/inApps/v1/lookup/MNONE")
      #expect(none.body == #"{"status":1}"#)
    }
  }

  @Test("A refund appears in the refund history, and again after its reversal not")
  func refunds() async throws {
    try await ada { api in
      let coins = try #require(try await api.ids("coins_100").first)
      let path = "/inApps/v2/refund/lookup/\(coins)"
      let before = try await api.call(.GET, path)
      #expect(try before.payloads("signedTransactions").isEmpty)
      let revision = try #require(try before.members["revision"] as? String)
      _ = try await api.store.apply(StoreCause(.transaction(coins)) { try $0.refund(coins) })
      let after = try await api.call(.GET, "\(path)?revision=\(revision)")
      #expect(
        try after.payloads("signedTransactions").map { $0["transactionId"] as? String } == [coins])
      _ = try await api.store.apply(
        StoreCause(.transaction(coins)) { try $0.reverseRefund(of: coins) })
      #expect(try await api.call(.GET, path).payloads("signedTransactions").isEmpty)
    }
  }

  @Test("Version 1 of the history leaves out a consumable that is finished")
  func finished() async throws {
    try await ada { api in
      let coins = try #require(try await api.ids("coins_100").first)
      func count(_ version: String) async throws -> Int {
        try await api.call(.GET, "/inApps/\(version)/history/\(coins)")
          .payloads("signedTransactions").count
      }
      #expect(try await count("v1") == 3)
      let finish = try await api.call(.POST, "/inApps/v1/transactions/\(coins)/finish")
      #expect(finish.status == 200)
      #expect(try await count("v1") == 2)
      #expect(try await count("v2") == 3)
    }
  }

  @Test("An account token is set, and the next signed text has it")
  func accountToken() async throws {
    try await ada { api in
      let coins = try #require(try await api.ids("coins_100").first)
      let token = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
      let set = try await api.call(
        .PUT, "/inApps/v1/transactions/\(coins)/appAccountToken",
        #"{"appAccountToken":"\#(token)"}"#)
      #expect(set.status == 200)
      #expect(set.body.isEmpty)
      let info = try await api.call(.GET, "/inApps/v1/transactions/\(coins)")
      #expect(
        try info.payloads("signedTransactionInfo").first?["appAccountToken"] as? String == token)
    }
  }

  @Test("One extension, and one of all with its status")
  func extensions() async throws {
    try await ada { api in
      let plans = try await api.ids("pro_yearly_trial")
      let body = #"{"extendByDays":10,"extendReasonCode":1,"requestIdentifier":"r1"}"#
      let one = try await api.call(.PUT, "/inApps/v1/subscriptions/extend/\(plans[0])", body)
      #expect(one.status == 200, "\(one)")
      let end = try #require(Timestamp(rfc3339: "2027-01-22T10:00:00Z")).milliseconds
      #expect(try one.members["effectiveDate"] as? Int64 == end)
      #expect(try one.members["success"] as? Bool == true)
      #expect(try one.members["originalTransactionId"] as? String == plans[0])
      let again = try await api.call(.PUT, "/inApps/v1/subscriptions/extend/\(plans[0])", body)
      #expect(again.body == one.body)

      let all = try await api.call(
        .POST, "/inApps/v1/subscriptions/extend/mass",
        #"{"extendByDays":5,"extendReasonCode":3,"requestIdentifier":"m/1","productId":"pro_yearly_trial"}"#
      )
      #expect(all.body == #"{"requestIdentifier":"m/1"}"#)
      let path = "/inApps/v1/subscriptions/extend/mass/pro_yearly_trial/m%2F1"
      let pending = try await api.call(.GET, path)
      #expect(pending.body == #"{"complete":false,"requestIdentifier":"m/1"}"#)
      let answer = try await api.store.advance(by: Period(seconds: 3_600))
      #expect(answer.notifications.map(\.type) == ["RENEWAL_EXTENDED", "RENEWAL_EXTENSION"])
      let done = try await api.call(.GET, path).members
      #expect(done["complete"] as? Bool == true)
      #expect(done["succeededCount"] as? Int == 1)
      #expect(done["failedCount"] as? Int == 0)
      #expect(done["completeDate"] is Int64)
    }
  }

  @Test("A request for a refund is decided by the answer, in both versions")
  func consumption() async throws {
    try await ada { api in
      let coins = try #require(try await api.ids("coins_100").first)
      let plan = try #require(try await api.ids("pro_yearly_trial").last)
      for id in [coins, plan] { _ = try await api.store.apply(.requestRefund(of: id)) }
      let second = try await api.call(
        .PUT, "/inApps/v2/transactions/consumption/\(coins)",
        #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,"consumptionPercentage":25000,"refundPreference":"GRANT_PRORATED"}"#
      )
      #expect(second.status == 202)
      #expect(second.body.isEmpty)
      let first = try await api.call(
        .PUT, "/inApps/v1/transactions/consumption/\(plan)", ErrorTests.consumptionV1())
      #expect(first.status == 202, "\(first)")
      let answer = try await api.store.advance(by: Period(seconds: 12 * 3_600))
      #expect(answer.notifications.map(\.type) == ["REFUND", "REFUND_DECLINED"])
      let info = try await api.call(.GET, "/inApps/v1/transactions/\(coins)")
      let refunded = try #require(try info.payloads("signedTransactionInfo").first)
      #expect(refunded["revocationPercentage"] as? Int == 75_000)
    }
  }

  @Test("A test notification is sent, its status told, and the history pages with its token")
  func notifications() async throws {
    try await ada { api in
      let requested = try await api.call(.POST, "/inApps/v1/notifications/test")
      let token = try #require(try requested.members["testNotificationToken"] as? String)
      let status = try await api.call(.GET, "/inApps/v1/notifications/test/\(token)")
      let sent = try #require(try status.payloads("signedPayload").first)
      #expect(sent["notificationType"] as? String == "TEST")
      let attempts = try #require(try status.members["sendAttempts"] as? [[String: Any]])
      #expect(attempts.map { $0["sendAttemptResult"] as? String } == ["SUCCESS"])

      for _ in 0..<20 {
        _ = try await api.store.apply(.buy("coins_100", by: "ada"))
      }
      let now = await api.store.clock().milliseconds
      func page(_ members: String, _ token: String? = nil) async throws -> APIAnswer {
        try await api.call(
          .POST,
          "/inApps/v1/notifications/history" + (token.map { "?paginationToken=\($0)" } ?? ""),
          #"{"startDate":\#(now - 86_400_000),"endDate":\#(now + 1)\#(members)}"#)
      }
      func types(_ answer: APIAnswer) throws -> [String] {
        let records = try #require(try answer.members["notificationHistory"] as? [[String: Any]])
        return try records.map { record in
          let payload = try APIAnswer.payload(try #require(record["signedPayload"] as? String))
          return try #require(payload["notificationType"] as? String)
        }
      }
      let first = try await page("")
      #expect(try types(first) == ["TEST"] + Array(repeating: "ONE_TIME_CHARGE", count: 19))
      #expect(try first.members["hasMore"] as? Bool == true)
      let next = try #require(try first.members["paginationToken"] as? String)
      let second = try await page("", next)
      #expect(try types(second) == ["ONE_TIME_CHARGE"])
      #expect(try second.members["hasMore"] as? Bool == false)
      // A page token belongs to the body that it was made for.
      let other = try await page(#","onlyFailures":true"#, next)
      #expect(other.failure == "4000014 Invalid request. The pagination token is invalid.")
      #expect(try types(await page(#","notificationType":"TEST""#)) == ["TEST"])
      #expect(try types(await page(#","onlyFailures":true"#)) == [])
      // Apple has it, and this world never sends it.
      #expect(try types(await page(#","notificationType":"EXTERNAL_PURCHASE_TOKEN""#)) == [])
      let coins = try #require(try await api.ids("coins_100").first)
      #expect(try types(await page(#","transactionId":"\#(coins)""#)).count == 20)
    }
  }
}
