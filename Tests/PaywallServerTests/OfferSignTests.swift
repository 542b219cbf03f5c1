import Foundation
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Signing offers")
struct OfferSignTests {
  private static let monsoon =
    #""product":"pro_yearly","offer":"monsoon","form":"jws","assertSubscriber":true"#
  private static let loyalty =
    #""product":"pro_yearly","offer":"loyalty","assertSubscriber":true"#

  @Test("a server signs on its own word, in the legacy form")
  func legacy() async throws {
    let response = try await TestServer(keys: TestServer.allKeys).exchange(
      """
      POST /v1/offers/sign
      X-API-Key: server-key

      {\(Self.loyalty),"form":"legacy","appAccountToken":"7E3FB20B-4CDB-47CC-936D-99D65F608138"}
      """)
    let start = """
      200
      cache-control: no-store
      content-type: application/json
      x-paywall-release: \(Snapshot.lumen.release)
      x-request-id: made-1

      {"product":"pro_yearly","offer":{"kind":"promotional","id":"loyalty_20",\
      "signature":{"keyId":"TESTKEY001","nonce":"00010203-0405-0607-0809-0a0b0c0d0e0f",\
      "timestamp":1796472000000,"signature":"MEQ
      """.dropLast(3)
    #expect(response.hasPrefix(start), "\(response)")
    #expect(response.hasSuffix(#""},"grantedUntil":"2026-12-06T12:00:00Z"}}"#), "\(response)")
  }

  @Test("the compact JWS names the product, the offer and the transaction")
  func jws() async throws {
    let response = try await TestServer(keys: TestServer.allKeys).exchange(
      """
      POST /v1/offers/sign
      X-API-Key: server-key

      {\(Self.loyalty),"form":"jws","transactionId":"70001"}
      """)
    let jws = try #require(response.firstMatch(of: /"jws":"([^"]+)"/)?.1)
    var payload = jws.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
    while payload.utf8.count % 4 != 0 { payload += "=" }
    let claims = String(decoding: try #require(Data(base64Encoded: String(payload))), as: UTF8.self)
    #expect(
      claims == """
        {"aud":"promotional-offer","bid":"com.example.lumen","iat":1796472000,\
        "iss":"00000000-0000-0000-0000-000000000000",\
        "nonce":"00010203-0405-0607-0809-0a0b0c0d0e0f",\
        "productId":"pro_yearly","offerIdentifier":"loyalty_20","transactionId":"70001"}
        """)
  }

  @Test(
    "what cannot be signed is refused, with the field",
    arguments: [
      (#""product":"pro_weekly","offer":"loyalty","form":"jws""#, 422, "unknownProduct", "product"),
      (#""product":"pro_yearly","offer":"royalty","form":"jws""#, 422, "unknownOffer", "offer"),
      (
        #""product":"pro_lifetime","offer":"loyalty","form":"jws""#, 422,
        "offerNotOnProduct", "offer"
      ),
      (
        #""product":"pro_yearly","offer":"comeBack","form":"jws""#, 422,
        "offerNeedsNoSignature", "offer"
      ),
      (
        #""product":"pro_yearly_trial","offer":"trial","form":"jws""#, 422,
        "offerNeedsNoSignature", "offer"
      ),
      (#""product":"pro_yearly","offer":"loyalty","form":"der""#, 400, "wrongType", "form"),
      (#""product":"pro_yearly","offer":"loyalty""#, 400, "missingMember", "form"),
      (#""offer":"loyalty","form":"jws""#, 400, "missingMember", "product"),
      (#""product":1,"offer":"loyalty","form":"jws""#, 400, "wrongType", "product"),
      (
        #"\#(loyalty),"form":"jws","appAccountToken":"7e3fb20b""#, 422, "badAppAccountToken",
        "appAccountToken"
      ),
      (
        #"\#(loyalty),"form":"legacy","appAccountToken":"""#, 422, "badAppAccountToken",
        "appAccountToken"
      ),
      (
        #"\#(loyalty),"form":"legacy","applicationUsername":"Zoe""#, 422,
        "usernameNotLowercase", "applicationUsername"
      ),
      (
        #"\#(loyalty),"form":"legacy","applicationUsername":"""#, 422, "emptyField",
        "applicationUsername"
      ),
      (
        "\(loyalty),\"form\":\"legacy\",\"applicationUsername\":\"a\\u2063b\"", 422,
        "separatorInField", "applicationUsername"
      ),
      (
        "\(loyalty),\"form\":\"legacy\",\"applicationUsername\":\"a\\u0000b\"", 422,
        "controlCharacterInField", "applicationUsername"
      ),
      (
        "\(loyalty),\"form\":\"legacy\",\"applicationUsername\":\"\(String(repeating: "a", count: 257))\"",
        422, "fieldTooLong", "applicationUsername"
      ),
      (
        #"\#(loyalty),"form":"legacy","applicationUsername":"a","appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138""#,
        422, "conflictingAccounts", "applicationUsername"
      ),
      (#"\#(loyalty),"form":"jws","transactionId":"""#, 422, "emptyField", "transactionId"),
      (#"\#(loyalty),"form":"jws","transactions":["eyJ"]"#, 422, "notTrusted", "transactions[0]"),
      (#"\#(loyalty),"form":"jws","receipt":"x""#, 400, "unknownMember", "receipt"),
      (
        #""product":"pro_yearly","offer":"loyalty","form":"jws""#, 403,
        "noVerifiedHistory", "transactions"
      ),
      (
        #""product":"pro_yearly","offer":"winter","form":"jws","assertSubscriber":true"#,
        409, "offerNotEligible", "offer"
      ),
      (#"\#(loyalty),"form":"jws","placement":"settings""#, 409, "notOffered", "offer"),
      (
        #""product":"pro_monthly","offer":"loyalty","form":"jws","assertSubscriber":true,"placement":"onboarding""#,
        409, "notOffered", "offer"
      ),
      (#"\#(monsoon),"attributes":{"country":"GB"}"#, 409, "offerNotEligible", "offer"),
      (
        #"\#(loyalty),"form":"jws","attributes":{"platform":"iOS","osVersion":"12.1"}"#,
        409, "offerNotEligible", "offer"
      ),
      (
        #"\#(loyalty),"form":"jws","attributes":{"subscription.ever":true}"#, 400,
        "reservedAttribute", "subscription.ever"
      ),
      (#"\#(loyalty),"form":"jws","placement":"onbording""#, 422, "unknownPlacement", "placement"),
      (#"\#(loyalty),"form":"legacy","transactionId":"70001""#, 422, "notInForm", "transactionId"),
      (
        #"\#(loyalty),"form":"jws","applicationUsername":"a""#, 422, "notInForm",
        "applicationUsername"
      ),
      (
        #"\#(loyalty),"form":"jws","placement":"onboarding","attributes":{"subscription.ever":true}"#,
        400, "reservedAttribute", "subscription.ever"
      ),
    ])
  func refused(_ members: String, _ status: Int, _ code: String, _ field: String) async throws {
    try await TestServer(keys: TestServer.allKeys).exchange(
      "POST /v1/offers/sign\nX-API-Key: server-key\n\n{\(members)}"
    ).expect(status, #""code":"\#(code)","field":"\#(field)""#)
  }

  @Test("the caller's word stands in for history, so whoever is in the audience gets the offer")
  func inAudience() async throws {
    try await TestServer(keys: TestServer.allKeys).exchange(
      "POST /v1/offers/sign\nX-API-Key: server-key\n\n{\(Self.monsoon),\"attributes\":{\"country\":\"IND\"}}"
    ).expect(200)
  }

  @Test("with a placement, the decided paywall must list the offer on the product")
  func placement() async throws {
    let response = try await TestServer(keys: TestServer.allKeys).exchange(
      """
      POST /v1/offers/sign
      X-API-Key: server-key

      {\(Self.loyalty),"form":"jws","placement":"onboarding","attributes":{"userId":"user-1"}}
      """)
    response.expect(200)
  }

  @Test("an app may not vouch for itself")
  func client() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let request =
      "POST /v1/offers/sign\nX-API-Key: client-key\n\n{\(Self.loyalty),\"form\":\"jws\"}"
    try await testServer.exchange(request).expect(
      403, #""code":"roleRequired","field":"assertSubscriber""#)
    try await testServer.exchange(request.replacing("client-key", with: "server-key")).expect(200)
  }

  @Test("without a key to sign with, the server says so")
  func notConfigured() async throws {
    try await TestServer(keys: TestServer.allKeys, isSigning: false).exchange(
      "POST /v1/offers/sign\nX-API-Key: server-key\n\n{\(Self.loyalty),\"form\":\"jws\"}"
    ).expect(503, #""code":"signingNotConfigured""#)
  }

  @Test("a signature is logged as given on trust, with nobody's id and without the signature")
  func log() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let response = try await testServer.exchange(
      """
      POST /v1/offers/sign
      X-API-Key: server-key

      {\(Self.loyalty),"form":"legacy","appAccountToken":"7E3FB20B-4CDB-47CC-936D-99D65F608138"}
      """)
    try #require(testServer.lines.all.first { $0.contains("offer signed") }).expect(
      has: "basis=onTrust", "outsidePlacement=true", "key=TESTKEY001")
    let signature = try #require(response.firstMatch(of: /"signature":"([^"]+)"/)?.1)
    let log = testServer.lines.all.joined(separator: "\n").lowercased()
    #expect(!log.contains("7e3fb20b"))
    #expect(!log.contains(signature.lowercased()))
  }
}
