import LocalAppStore
import LocalAppStoreServer
import NIOHTTP1
import PaywallCatalog
import Testing

/// Apple's codes and messages, each for its mistake.
struct ErrorTests {
  private static let unknown = "2999999999999999"

  private func refused(
    _ method: HTTPMethod, _ cases: [(path: String, body: String?, failure: String)],
    _ prepare: @escaping @Sendable (APIWorld) async throws -> [String: String] = { _ in [:] }
  ) async throws {
    try await APIWorld.with { api in
      let names = try await prepare(api)
      for (path, body, failure) in cases {
        let path = names.reduce(path) { $0.replacing($1.key, with: $1.value) }
        let body = names.reduce(body) { body, name in
          body?.replacing(name.key, with: name.value)
        }
        let answer = try await api.call(method, path, body)
        #expect(answer.failure == failure, "\(path) \(body ?? "")")
        #expect(answer.status == UInt(failure.prefix(3)))
        #expect(answer.headers["Content-Type"] == ["application/json"])
      }
    }
  }

  /// `PLAN`, `RENEWAL`, `COINS`, `FOREVER` and `APP` stand for ada's ids.
  @Sendable private static func ada(_ api: APIWorld) async throws -> [String: String] {
    _ = try await api.store.adaBuys("pro_yearly_trial")
    _ = try await api.store.apply(.buy("coins_100", by: "ada"))
    _ = try await api.store.apply(.buy("pro_lifetime", by: "ada"))
    _ = try await api.store.advance(by: Period(months: 2))
    let plans = try await api.ids("pro_yearly_trial")
    return [
      "PLAN": plans[0], "RENEWAL": plans[1], "COINS": try await api.ids("coins_100")[0],
      "FOREVER": try await api.ids("pro_lifetime")[0],
      "APP": try await api.store.customer("ada").appTransactionId,
    ]
  }

  @Test("Ids that are none, or of nothing")
  func ids() async throws {
    let none = "4040010 Transaction id not found."
    let bad = "4000006 Invalid transaction id."
    let app = "4000048 Invalid request. App transactions aren't supported by this endpoint."
    let readers = [
      "v1/transactions/", "v2/history/", "v1/history/", "v1/subscriptions/", "v2/refund/lookup/",
      "v1/transactions/appTransactions/",
    ]
    try await refused(
      .GET,
      readers.flatMap {
        [("/inApps/\($0)\(Self.unknown)", nil, none), ("/inApps/\($0)abc", nil, bad)]
      } + [("/inApps/v1/transactions/APP", nil, app)], Self.ada)
    try await refused(
      .PUT,
      [
        ("/inApps/v2/transactions/consumption/\(Self.unknown)", "{}", none),
        ("/inApps/v2/transactions/consumption/APP", "{}", app),
        ("/inApps/v1/transactions/\(Self.unknown)/appAccountToken", "{}", none),
        ("/inApps/v1/transactions/abc/appAccountToken", "{}", bad),
      ], Self.ada)
    try await refused(
      .POST,
      [
        ("/inApps/v1/transactions/\(Self.unknown)/finish", nil, none),
        ("/inApps/v1/transactions/APP/finish", nil, app),
      ], Self.ada)
  }

  @Test("Filters of the history and of the statuses")
  func filters() async throws {
    func invalid(_ code: Int, _ what: String) -> String {
      "\(code) Invalid request. The \(what) parameter is invalid."
    }
    let date = "date is not a timestamp value represented in milliseconds."
    let path = "/inApps/v2/history/COINS?"
    try await refused(
      .GET,
      [
        (path + "revision=x", nil, "4000005 Invalid request revision."),
        (path + "startDate=x", nil, "4000015 Invalid request. The start \(date)"),
        (path + "endDate=-1", nil, "4000016 Invalid request. The end \(date)"),
        (
          path + "startDate=5&endDate=5", nil,
          "4000013 Invalid request. The end date precedes the start date or the dates are the same."
        ),
        (path + "sort=UP", nil, invalid(4_000_021, "sort")),
        (path + "productType=PLAN", nil, invalid(4_000_022, "product type")),
        (path + "productId=", nil, invalid(4_000_023, "product id")),
        (
          path + "subscriptionGroupIdentifier=", nil,
          invalid(4_000_024, "subscription group identifier")
        ),
        (path + "inAppOwnershipType=OURS", nil, invalid(4_000_026, "in-app ownership type")),
        (path + "revoked=maybe", nil, invalid(4_000_030, "revoked")),
        ("/inApps/v1/subscriptions/COINS?status=6", nil, invalid(4_000_031, "status")),
        ("/inApps/v1/subscriptions/COINS?status=x", nil, invalid(4_000_031, "status")),
        ("/inApps/v2/refund/lookup/COINS?revision=x", nil, "4000005 Invalid request revision."),
      ], Self.ada)
  }

  @Test("Extensions")
  func extensions() async throws {
    func body(
      _ days: String = "5", _ reason: String = "0", _ identifier: String = #""r""#,
      _ more: String = ""
    ) -> String {
      #"{"extendByDays":\#(days),"extendReasonCode":\#(reason),"requestIdentifier":\#(identifier)\#(more)}"#
    }
    let path = "/inApps/v1/subscriptions/extend/"
    let ineligible = "4030004 Forbidden - subscription state ineligible for extension."
    let missing = "4040005 Original transaction id not found."
    try await refused(
      .PUT,
      [
        (path + "PLAN", body("91"), "4000009 Invalid extend by days value."),
        (path + "PLAN", body("0"), "4000009 Invalid extend by days value."),
        (path + "PLAN", body(#""5""#), "4000009 Invalid extend by days value."),
        (path + "PLAN", body("5", "4"), "4000010 Invalid extend reason code."),
        (path + "PLAN", body("5", "0", #""""#), "4000011 Invalid request identifier."),
        (path + "PLAN", body("5", "0", "7"), "4000011 Invalid request identifier."),
        (path + "abc", body(), "4000008 Invalid original transaction id."),
        (path + Self.unknown, body(), missing), (path + "RENEWAL", body(), missing),
        (path + "COINS", body(), missing), (path + "PLAN", "[]", "4000000 Bad request."),
        (path + "PLAN", "", "4000000 Bad request."),
      ], Self.ada)
    try await refused(
      .PUT,
      [
        (
          path + "PLAN", body("5", "0", #""c""#),
          "4030005 Forbidden - subscription has reached maximum extension count."
        )
      ]
    ) { api in
      let names = try await Self.ada(api)
      for _ in 1...2 {
        _ = try await api.store.apply(
          StoreCause(.customer("ada")) { try $0.extend("pro_yearly_trial", of: "ada", days: 1) })
      }
      return names
    }
    try await refused(.PUT, [(path + "PLAN", body(), ineligible)]) { api in
      // The plan is still in its trial.
      _ = try await api.store.adaBuys("pro_yearly_trial")
      return ["PLAN": try await api.ids("pro_yearly_trial")[0]]
    }
    let product = #","productId":"pro_yearly_trial""#
    try await refused(
      .POST,
      [
        (path + "mass", body("91", "0", #""r""#, product), "4000009 Invalid extend by days value."),
        (
          path + "mass", body("5", "0", #""r""#, #","productId":"none""#),
          "4000023 Invalid request. The product id parameter is invalid."
        ),
        (path + "mass", body(), "4000023 Invalid request. The product id parameter is invalid."),
        (
          path + "mass", body("5", "0", #""r""#, product + #","storefrontCountryCodes":[]"#),
          "4000027 Invalid request. If provided, the list of storefront country codes must not be empty."
        ),
        (
          path + "mass", body("5", "0", #""r""#, product + #","storefrontCountryCodes":["us"]"#),
          "4000028 Invalid request. A storefront country code was invalid."
        ),
      ], Self.ada)
    try await refused(
      .GET,
      [
        (
          path + "mass/pro_yearly_trial/r", nil,
          "4040009 The server didn't find a subscription-renewal-date extension request for this requestIdentifier and productId combination."
        )
      ], Self.ada)
  }

  @Test("Notification history and tests")
  func notifications() async throws {
    let now = beginning.milliseconds
    @Sendable func body(_ start: String, _ end: String, _ more: String = "") -> String {
      #"{"startDate":\#(start),"endDate":\#(end)\#(more)}"#
    }
    let (early, today, soon) = ("\(now - 30 * 86_400_000)", "\(now)", "\(now + 1)")
    let date = "date is not a timestamp value represented in milliseconds."
    let type = "4000018 Invalid request. The notification type or subtype is invalid."
    let token = "4000014 Invalid request. The pagination token is invalid."
    let path = "/inApps/v1/notifications/history"
    try await refused(
      .POST,
      [
        (path, "{}", "4000015 Invalid request. The start \(date)"),
        (path, body("5", #""x""#), "4000016 Invalid request. The end \(date)"),
        (
          path, body(today, today),
          "4000013 Invalid request. The end date precedes the start date or the dates are the same."
        ),
        (
          path, body("\(now - 30 * 86_400_000 - 1)", today),
          "4000012 Invalid request. The start date is earlier than the allowed start date."
        ),
        (path, body(early, soon, #","notificationType":"X""#), type),
        (path, body(early, soon, #","notificationType":"REFUND","notificationSubtype":"X""#), type),
        (path, body(early, soon, #","notificationSubtype":"UPGRADE""#), type),
        (
          path, body(early, soon, #","notificationType":"REFUND","transactionId":"1""#),
          "4000019 Invalid request. Supply either a transaction id or a notification type, but not both."
        ),
        (path, body(early, soon, #","transactionId":"1""#), "4040010 Transaction id not found."),
        (path, body(early, soon, #","transactionId":"x""#), "4000006 Invalid transaction id."),
        (path + "?paginationToken=5", body(early, soon), token),
        (path + "?paginationToken=5_x", body(early, soon), token),
        (path, "x", "4000000 Bad request."),
      ])
    try await refused(
      .GET,
      [
        (
          "/inApps/v1/notifications/test/x", nil,
          "4000020 Invalid request. The test notification token is invalid."
        ),
        (
          "/inApps/v1/notifications/test/22b1d8c9-0be4-4df1-a8cc-30eefca5edfd_5", nil,
          "4040008 Either the test notification token is expired or the notification and status are not yet available."
        ),
      ])
    try await APIWorld.with(result: nil) { api in
      let answer = try await api.call(.POST, "/inApps/v1/notifications/test")
      #expect(answer.status == 404)
      #expect(
        answer.failure
          == "4040007 No App Store Server Notification URL found for provided app. Check that a URL is configured in App Store Connect for this environment."
      )
    }
    try await APIWorld.with(.production) { api in
      for (days, status) in [(180, 200), (181, 400)] as [(Int64, UInt)] {
        let answer = try await api.call(
          .POST, path, body("\(now - days * 86_400_000)", today))
        #expect(answer.status == status)
      }
    }
  }

  @Test("Account tokens")
  func accountTokens() async throws {
    let uuid = #"{"appAccountToken":"22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"}"#
    let bad = "4000183 Invalid request. The app account token field must be a valid UUID."
    try await refused(
      .PUT,
      [
        ("/inApps/v1/transactions/COINS/appAccountToken", #"{"appAccountToken":"x"}"#, bad),
        ("/inApps/v1/transactions/COINS/appAccountToken", "{}", bad),
        ("/inApps/v1/transactions/COINS/appAccountToken", #"{"appAccountToken":5}"#, bad),
        (
          "/inApps/v1/transactions/RENEWAL/appAccountToken", uuid,
          "4000187 Invalid request. The transaction ID provided is not an original transaction ID."
        ),
      ], Self.ada)
  }

  static func consumptionV1(_ name: String = "", _ value: String? = nil) -> String {
    var members = [
      ("customerConsented", "true"), ("consumptionStatus", "1"), ("platform", "1"),
      ("sampleContentProvided", "false"), ("deliveryStatus", "0"), ("appAccountToken", #""""#),
      ("accountTenure", "3"), ("playTime", "2"), ("lifetimeDollarsRefunded", "0"),
      ("lifetimeDollarsPurchased", "7"), ("userStatus", "1"), ("refundPreference", "2"),
    ]
    if let index = members.firstIndex(where: { $0.0 == name }) {
      members[index].1 = value ?? "null"
    }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test("Consumption information of version 1")
  func firstConsumption() async throws {
    func invalid(_ code: Int, _ what: String) -> String {
      "\(code) Invalid request. The \(what) field is invalid."
    }
    let path = "/inApps/v1/transactions/consumption/COINS"
    let consent =
      "4000035 Invalid request. The customer consented field is required and must indicate the customer consented."
    var cases: [(path: String, body: String?, failure: String)] = [
      (path, Self.consumptionV1("customerConsented", "false"), consent),
      (path, Self.consumptionV1("customerConsented"), consent),
      (
        path, Self.consumptionV1("appAccountToken", #""x""#),
        "4000033 Invalid request. The app account token field must contain a valid UUID or an empty string."
      ),
      (
        "/inApps/v1/transactions/consumption/FOREVER", Self.consumptionV1(),
        "4000047 Invalid request. The transaction id doesn't represent a supported in-app purchase type."
      ),
      (path, Self.consumptionV1("refundPreference", "4"), invalid(4_000_044, "refund preference")),
    ]
    for (name, above, failure) in [
      ("accountTenure", "8", invalid(4_000_032, "account tenure")),
      ("consumptionStatus", "4", invalid(4_000_034, "consumption status")),
      ("deliveryStatus", "6", invalid(4_000_036, "delivery status")),
      ("lifetimeDollarsPurchased", "8", invalid(4_000_037, "lifetime dollars purchased")),
      ("lifetimeDollarsRefunded", "8", invalid(4_000_038, "lifetime dollars refunded")),
      ("platform", "3", invalid(4_000_039, "platform")),
      ("playTime", "8", invalid(4_000_040, "playtime")),
      ("sampleContentProvided", "1", invalid(4_000_041, "sample content provided")),
      ("userStatus", "5", invalid(4_000_042, "user status")),
    ] {
      cases.append((path, Self.consumptionV1(name, above), failure))
      cases.append((path, Self.consumptionV1(name), failure))
    }
    try await refused(.PUT, cases, Self.ada)
  }

  @Test("Consumption information of version 2")
  func consumption() async throws {
    func body(
      _ consent: String = "true", _ delivery: String = #""DELIVERED""#, _ sample: String = "true",
      _ more: String = ""
    ) -> String {
      #"{"customerConsented":\#(consent),"deliveryStatus":\#(delivery),"sampleContentProvided":\#(sample)\#(more)}"#
    }
    func more(_ members: String) -> String { body("true", #""DELIVERED""#, "true", members) }
    let path = "/inApps/v2/transactions/consumption/COINS"
    try await refused(
      .PUT,
      [
        (
          path, body("false"),
          "4000035 Invalid request. The customer consented field is required and must indicate the customer consented."
        ),
        (path, body("true", "0"), "4000036 Invalid request. The delivery status field is invalid."),
        (
          path, body("true", #""LOST""#),
          "4000036 Invalid request. The delivery status field is invalid."
        ),
        (
          path, body("true", #""DELIVERED""#, "null"),
          "4000041 Invalid request. The sample content provided field is invalid."
        ),
        (
          path, more(#","refundPreference":"MAYBE""#),
          "4000044 Invalid request. The refund preference field is invalid."
        ),
        (
          "/inApps/v2/transactions/consumption/PLAN", more(#","consumptionPercentage":0"#),
          "4000209 Invalid request. The consumption percentage field is not supported for auto-renewable subscription transactions."
        ),
        (path, more(#","consumptionPercentage":100001"#), "4000000 Bad request."),
        (
          path, body("true", #""UNDELIVERED_OTHER""#, "true", #","consumptionPercentage":1"#),
          "4000000 Bad request."
        ),
        (path, more(#","refundPreference":"GRANT_PRORATED""#), "4000000 Bad request."),
        (
          path, more(#","refundPreference":"GRANT_PRORATED","consumptionPercentage":100000"#),
          "4000000 Bad request."
        ),
      ], Self.ada)
  }

  @Test("What is not served says so, and what Apple does not have is a bare 404")
  func notServed() async throws {
    try await APIWorld.with { api in
      for (path, what) in [
        ("/advancedCommerce/v1/subscription/cancel/1", "the Advanced Commerce API"),
        ("/groups/v1/currentGroups/1", "customer groups"),
      ] {
        let answer = try await api.call(.GET, path)
        #expect(answer.failure == "4000000 The local App Store does not serve \(what).")
        #expect(answer.status == 400)
      }
      for (method, path) in [
        (HTTPMethod.GET, "/inApps/v3/history/1"), (.POST, "/inApps/v2/history/1"),
        (.GET, "/inApps/v1/transactions"), (.GET, "/inApps/v1/transactions/1/2/3"),
        (.DELETE, "/inApps/v1/transactions/1"), (.GET, "/inApps/v1/"),
      ] {
        let answer = try await api.call(method, path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.body.isEmpty)
      }
      let large = String(repeating: "a", count: 70_000)
      let answer = try await api.call(.POST, "/inApps/v1/notifications/history", large)
      #expect(answer.failure == "4000000 Bad request.")
    }
  }
}
