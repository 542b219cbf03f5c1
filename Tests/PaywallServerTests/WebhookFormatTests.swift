import Foundation
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

/// The bodies and headers of an event in formats other than Standard Webhooks.
@Suite("Formats of webhooks") struct WebhookFormatTests {
  private static let moment = Timestamp(milliseconds: 1_658_726_378_679)
  private static let purchase = #"""
    "environment":"production","transactionId":"200","originalTransactionId":"100",\#
    "productId":"pro_monthly","appTransactionId":"7040",\#
    "appAccountToken":"8069238d-6049-4e87-8c52-9853916d624c",\#
    "purchasedAt":"2022-07-25T05:19:34Z","expiresAt":"2022-08-01T05:19:34Z","currency":"EUR",\#
    "storefront":"DEU","priceMilliunits":7990,"quantity":1
    """#

  private static func snapshot(rates: StoreRates? = nil) -> Snapshot {
    var snapshot = Snapshot.lumen
    snapshot.products["pro_monthly"]?.entitlements = ["pro"]
    snapshot.rates = rates
    return snapshot
  }

  private static let rates = StoreRates(
    base: "USD",
    days: [
      StoreRates.Day(
        date: "2022-07-01", at: Timestamp(milliseconds: 0), micros: ["EUR": 980_000])
    ])

  private static func messages(
    _ type: String, _ more: String = "", rates: StoreRates? = nil
  ) -> [WebhookMessage] {
    let data = "{\(purchase)\(more.isEmpty ? "" : "," + more)}"
    return ToldEvent(id: "evt_1", type: type, at: moment, data: data)
      .messages(.revenuecat, in: snapshot(rates: rates))
  }

  private static func text(_ message: WebhookMessage) -> String {
    String(decoding: message.body, as: UTF8.self)
  }

  @Test("a start has the members of RevenueCat's example, the price by the rate of the day")
  func initialPurchase() throws {
    let message = try #require(Self.messages("subscription.started", rates: Self.rates).first)
    #expect(
      Self.text(message) == #"""
        {"api_version":"1.0","event":{"type":"INITIAL_PURCHASE","id":"evt_1",\#
        "app_id":"com.example.lumen","event_timestamp_ms":1658726378679,\#
        "app_user_id":"8069238d-6049-4e87-8c52-9853916d624c","original_app_user_id":"7040",\#
        "aliases":["8069238d-6049-4e87-8c52-9853916d624c","7040"],"subscriber_attributes":{},\#
        "product_id":"pro_monthly","entitlement_id":null,"entitlement_ids":["pro"],\#
        "period_type":"NORMAL","purchased_at_ms":1658726374000,"expiration_at_ms":1659331174000,\#
        "store":"APP_STORE","environment":"PRODUCTION","is_family_share":false,\#
        "country_code":"DE","presented_offering_id":null,"offer_code":null,"currency":"EUR",\#
        "price":8.153,"price_in_purchased_currency":7.99,"tax_percentage":null,\#
        "commission_percentage":null,"takehome_percentage":null,"transaction_id":"200",\#
        "original_transaction_id":"100"}}
        """#)
    // sample-events_1.json of RevenueCat/docs@bf39a9c, but for 'experiments'.
    let example = [
      "event_timestamp_ms", "product_id", "period_type", "purchased_at_ms", "expiration_at_ms",
      "environment", "entitlement_id", "entitlement_ids", "presented_offering_id",
      "transaction_id", "original_transaction_id", "is_family_share", "country_code",
      "app_user_id", "aliases", "original_app_user_id", "currency", "price",
      "price_in_purchased_currency", "subscriber_attributes", "store", "takehome_percentage",
      "tax_percentage", "commission_percentage", "offer_code", "type", "id", "app_id",
    ]
    for name in example { #expect(Self.text(message).contains("\"\(name)\":"), "\(name)") }
  }

  @Test(
    "each event has RevenueCat's types, and what belongs to them",
    arguments: [
      ("subscription.renewed", "", ["RENEWAL: is_trial_conversion:false"]),
      (
        "subscription.renewed", #""afterTrial":true"#, ["RENEWAL: is_trial_conversion:true"]
      ),
      (
        "subscription.product_changed", #""previousProductId":"pro_yearly""#,
        [
          #"PRODUCT_CHANGE: new_product_id:"pro_monthly""#,
          "RENEWAL: is_trial_conversion:false",
        ]
      ),
      (
        "subscription.product_change_scheduled", #""nextProductId":"pro_yearly""#,
        [#"PRODUCT_CHANGE: new_product_id:"pro_yearly""#]
      ),
      ("subscription.cancelled", "", [#"CANCELLATION: cancel_reason:"UNSUBSCRIBE""#]),
      ("subscription.uncancelled", "", ["UNCANCELLATION"]),
      (
        "subscription.billing_issue", #""gracePeriodExpiresAt":"2022-08-17T05:19:34Z""#,
        [
          "BILLING_ISSUE: grace_period_expiration_at_ms:1660713574000",
          #"CANCELLATION: cancel_reason:"BILLING_ERROR""#,
        ]
      ),
      (
        "subscription.billing_issue", "",
        [
          "BILLING_ISSUE: grace_period_expiration_at_ms:null",
          #"CANCELLATION: cancel_reason:"BILLING_ERROR""#,
          #"EXPIRATION: expiration_reason:"BILLING_ERROR""#,
        ]
      ),
      (
        "subscription.expired", #""appleType":"EXPIRED","appleSubtype":"VOLUNTARY""#,
        [#"EXPIRATION: expiration_reason:"UNSUBSCRIBE""#]
      ),
      (
        "subscription.expired", #""appleType":"GRACE_PERIOD_EXPIRED""#,
        [#"EXPIRATION: expiration_reason:"BILLING_ERROR""#]
      ),
      ("subscription.extended", "", ["SUBSCRIPTION_EXTENDED"]),
      ("purchase.made", "", ["NON_RENEWING_PURCHASE"]),
      (
        "purchase.refunded", #""refundedAt":"2022-07-26T05:19:34Z""#,
        [
          #"CANCELLATION: cancel_reason:"CUSTOMER_SUPPORT""#,
          #"EXPIRATION: expiration_reason:"CUSTOMER_SUPPORT""#,
        ]
      ),
      // The period before the latest one.
      ("purchase.refunded", #""refundedAt":"2022-08-02T05:19:34Z""#, []),
      ("purchase.refund_reversed", "", ["REFUND_REVERSED"]),
      ("entitlement.changed", "", []), ("balance.changed", "", []),
      ("balance.overdrawn", "", []), ("offer.redeemed", "", []),
      ("refund.answered", "", []), ("webhook.test", "", ["TEST"]),
    ])
  func types(type: String, more: String, expected: [String]) {
    let messages = Self.messages(type, more)
    let told = messages.map { message -> String in
      let text = Self.text(message)
      let name = text.split(separator: #""type":""#).last?.prefix { $0 != "\"" } ?? ""
      let rest = text.split(separator: #""original_transaction_id":"100""#).last ?? ""
      let own = rest.dropLast(2).dropFirst().replacing("\":", with: ":").replacing(",\"", with: "")
      return "\(name)" + (own.isEmpty ? "" : ": \(own.drop { $0 == "\"" })")
    }
    #expect(told == expected)
    #expect(messages.map(\.id) == expected.indices.map { $0 == 0 ? "evt_1" : "evt_1.\($0 + 1)" })
  }

  @Test("money that is not known is null, a refund is negative, and a free period is a trial")
  func money() throws {
    func fields(_ type: String, _ more: String = "") throws -> String {
      let messages = Self.messages(type, more)
      let text = Self.text(try #require(messages.first))
      return text.matches(of: #/"(price|period_type|expiration_at_ms)":[^,]+/#)
        .map { String($0.output.0) }.joined(separator: ",")
    }
    let end = #""expiration_at_ms":1659331174000"#
    #expect(
      try fields("subscription.renewed") == #""period_type":"NORMAL",\#(end),"price":null"#)
    #expect(
      try fields("subscription.cancelled") == #""period_type":"NORMAL",\#(end),"price":0"#)
    let refunded = #""refundedAt":"2022-07-26T05:19:34Z","refundedMilliPercent":50000"#
    let text = Self.text(
      try #require(
        Self.messages("purchase.refunded", refunded, rates: Self.rates).first))
    #expect(text.contains(#""expiration_at_ms":1658812774000"#))
    #expect(text.contains(#""price":-4.077,"price_in_purchased_currency":-3.995"#))
    let trial = ToldEvent(
      id: "evt_1", type: "subscription.started", at: Self.moment,
      data: #"""
        {"environment":"sandbox","transactionId":"100","originalTransactionId":"100",\#
        "productId":"pro_yearly_trial","offerType":"introductory","priceMilliunits":0}
        """#)
    let body = Self.text(
      try #require(trial.messages(.revenuecat, in: Self.snapshot()).first))
    for member in [
      #""period_type":"TRIAL""#, #""price":0"#, #""environment":"SANDBOX""#,
      #""entitlement_ids":null"#, #""app_user_id":"100""#, #""currency":null"#,
    ] { #expect(body.contains(member), "\(member)") }
  }

  @Test("the first exposure of a unit is RevenueCat's enrolment, without members of a purchase")
  func enrolment() throws {
    let event = ToldEvent(
      id: "evt_1", type: "experiment.enrolled", at: Self.moment,
      data: #"""
        {"environment":"sandbox","experiment":"price","variant":"trial","unit":"ada",\#
        "unitKind":"userId","paywall":"pro_yearly","phase":1}
        """#)
    let message = try #require(event.messages(.revenuecat, in: .lumen).first)
    #expect(
      Self.text(message) == #"""
        {"api_version":"1.0","event":{"type":"EXPERIMENT_ENROLLMENT","id":"evt_1",\#
        "app_id":"com.example.lumen","event_timestamp_ms":1658726378679,"app_user_id":"ada",\#
        "original_app_user_id":"ada","aliases":["ada"],"subscriber_attributes":{},\#
        "environment":"SANDBOX","experiment_id":"price","experiment_variant":"trial",\#
        "offering_id":"pro_yearly","enrolled_at_ms":1658726378679}}
        """#)
  }

  @Test("RevenueCat's headers: the text of the endpoint, and the signature of its vector")
  func headers() throws {
    let file = try #require(
      Bundle.module.url(forResource: "Vectors/webhooks", withExtension: "json"))
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    let endpoint = WebhookEndpoint(
      name: "backend", url: try WebhookURL("https://example.com/hooks"), format: .revenuecat,
      secrets: [.environment("SECRET"), .environment("FORMER")],
      authorization: .environment("HEADER"))
    let signer = try WebhookSigner(
      endpoint,
      environment: [
        "SECRET": vectors.revenuecat.secret, "FORMER": "a former secret", "HEADER": "Bearer abc",
      ])
    let request = signer.request(
      WebhookMessage(id: vectors.id, body: Array(vectors.body.utf8)),
      at: Timestamp(milliseconds: vectors.seconds * 1_000))
    #expect(request.value(of: "authorization") == "Bearer abc")
    let signature = try #require(request.value(of: "x-revenuecat-webhook-signature"))
    #expect(signature.hasPrefix("t=\(vectors.seconds),\(vectors.revenuecat.signature),v1="))
    #expect(request.value(of: "webhook-id") == nil)
    #expect(throws: WebhookSecret.Problem.self) {
      try WebhookSigner(
        endpoint,
        environment: ["SECRET": "too short", "FORMER": "a former secret", "HEADER": "Bearer abc"])
    }
  }

  @Test("in RevenueCat's format only 200 is success")
  func success() {
    let answer = WebhookAnswer.status(204, retryAfter: nil)
    #expect(WebhookFormat.standard.judged(answer) == answer)
    #expect(!WebhookFormat.revenuecat.judged(answer).isSuccess)
    #expect(WebhookFormat.revenuecat.judged(.status(200, retryAfter: nil)).isSuccess)
  }

  @Test("CloudEvents in binary mode: attributes in headers, the data as the body, signed")
  func cloudEvents() throws {
    let event = ToldEvent(
      id: "evt_1", type: "purchase.made", at: Self.moment, data: #"{"productId":"coins_100"}"#,
      marks: ["historical", "afterGap"])
    let message = try #require(event.messages(.cloudevents, in: .lumen).first)
    let secret = try WebhookSecret(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", at: .environment("SECRET"))
    let request = WebhookSigner(.cloudevents, [secret]).request(message, at: Self.moment)
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"productId":"coins_100"}"#)
    let headers = request.headers.filter { $0.name != "webhook-signature" }
      .map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    #expect(
      headers == """
        content-type: application/json
        user-agent: paywall
        webhook-id: evt_1
        webhook-timestamp: 1658726378
        ce-specversion: 1.0
        ce-id: evt_1
        ce-source: /apps/com.example.lumen
        ce-type: purchase.made
        ce-time: 2022-07-25T05:19:38.679Z
        ce-historical: true
        ce-aftergap: true
        """)
    #expect(request.value(of: "webhook-signature")?.hasPrefix("v1,") == true)
  }

  private struct Vectors: Decodable {
    let id: String
    let seconds: Int64
    let body: String
    let revenuecat: Vector

    struct Vector: Decodable {
      let secret: String
      let signature: String
    }
  }
}
