import Crypto
import Foundation
import OfferSigning
import Testing

@Suite("Diagnoses of JWS requests, made wrong with swift-crypto")
struct JWSDiagnosisTests {
  /// The claims of a right promotional request, as text to be edited.
  private static let claims =
    #"{"aud":"promotional-offer","bid":"com.example.paywall","iat":1795248000,"#
    + #""iss":"57246542-96fe-1a63-e053-0824d011072a","nonce":"86469d8e-b083-4cbe-9f15-388835f34920","#
    + #""offerIdentifier":"promo.monthly.50off","productId":"com.example.paywall.premium.monthly","#
    + #""transactionId":"2000000123456789"}"#
  private static let introductory =
    #"{"aud":"introductory-offer-eligibility","allowIntroductoryOffer":true,"bid":"b","#
    + #""iat":1795248000,"iss":"i","nonce":"86469d8e-b083-4cbe-9f15-388835f34920","#
    + #""productId":"p","transactionId":"1"}"#
  private static let commerce =
    #"{"aud":"advanced-commerce-api","bid":"b","iat":1795248000,"iss":"i","#
    + #""nonce":"86469d8e-b083-4cbe-9f15-388835f34920","request":"e30="}"#
  private static let header = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#

  private func verify(
    _ jws: String, expecting expected: JWSExpectation = JWSExpectation(),
    at now: Date = Fixtures.now
  ) throws -> OfferVerdict {
    let keys = [try Fixtures.key().verificationKey, try Fixtures.otherKey().verificationKey]
    return keys.verify(jws: jws, expecting: expected, at: now)
  }

  private func findings(_ verdict: OfferVerdict) -> [String] {
    verdict.findings.map { "\($0.code.rawValue) \($0.field)" }
  }

  @Test("right requests of all three kinds have no findings")
  func right() throws {
    for claims in [Self.claims, Self.introductory, Self.commerce] {
      let verdict = try verify(Fixtures.jws(claims: claims))
      #expect(verdict.findings.isEmpty)
      #expect(verdict.isValid)
    }
  }

  @Test(
    "a wrong claim is found",
    arguments: [
      (#""aud":"promotional-offer""#, #""aud":"promotional""#, "wrongAudience aud"),
      (#""aud":"promotional-offer""#, #""aud":["promotional-offer"]"#, "wrongClaimType aud"),
      (#""aud":"promotional-offer","#, "", "missingClaim aud"),
      (#""aud":"promotional-offer""#, #""aud":null"#, "nullClaim aud"),
      (#""bid":"com.example.paywall","#, "", "missingClaim bid"),
      (#""bid":"#, #""bundleId":"#, "missingClaim bid"),
      (#""bid":"com.example.paywall""#, #""bid":"""#, "emptyField bid"),
      (#""bid":"com.example.paywall""#, #""bid":7"#, "wrongClaimType bid"),
      ("1795248000,", "1795248000000,", "issuedAtInMilliseconds iat"),
      ("1795248000,", #""1795248000","#, "wrongClaimType iat"),
      ("1795248000,", "1795248000.5,", "wrongClaimType iat"),
      ("1795248000,", "1795161000,", "stale iat"),
      ("1795248000,", "0,", "stale iat"),
      ("1795248000,", "9223372036854775807,", "inFuture iat"),
      ("1795248000,", "-9223372036854775807,", "stale iat"),
      ("1795248000,", "1795249000,", "inFuture iat"),
      ("86469d8e-b083", "86469D8E-b083", "letterCase nonce"),
      ("86469d8e-b083", "86469d8eb083", "badNonce nonce"),
      (#""offerIdentifier":"#, #""offerId":"#, "missingClaim offerIdentifier"),
      (#""productId":"#, #""product_id":"#, "missingClaim productId"),
      (#""transactionId":"2000000123456789""#, #""transactionId":null"#, "nullClaim transactionId"),
      (
        #""transactionId":"2000000123456789""#, #""transactionId":2000000123456789"#,
        "wrongClaimType transactionId"
      ),
      (#""transactionId":"2000000123456789""#, #""transactionId":"""#, "emptyField transactionId"),
      (#"{"aud""#, #"{"exp":1795249000,"aud""#, "expPresent exp"),
      (#"{"aud""#, #"{"appAccountToken":"x","aud""#, "unknownClaim appAccountToken"),
    ])
  func claim(text: String, replacement: String, finding: String) throws {
    #expect(Self.claims.contains(text))
    let claims = Self.claims.replacingOccurrences(of: text, with: replacement)
    let verdict = try verify(Fixtures.jws(claims: claims))
    #expect(findings(verdict) == [finding])
    let isWarning = ["letterCase nonce", "unknownClaim appAccountToken"].contains(finding)
    #expect(verdict.isValid == isWarning)
    #expect(verdict.signedBy == Fixtures.keyId)
  }

  @Test(
    "a wrong claim of the other two kinds is found",
    arguments: [
      (introductory, ":true", #":"true""#, "wrongClaimType allowIntroductoryOffer"),
      (introductory, ":true", ":1", "wrongClaimType allowIntroductoryOffer"),
      (introductory, ":true", ":null", "nullClaim allowIntroductoryOffer"),
      (introductory, #","transactionId":"1""#, "", "missingClaim transactionId"),
      (introductory, "introductory-offer-eligibility", "intro", "wrongAudience aud"),
      (commerce, "advanced-commerce-api", "commerce", "wrongAudience aud"),
      (commerce, "e30=", "e30", "badRequest request"),
      (commerce, "e30=", "W10=", "badRequest request"),
      (commerce, #""e30=""#, "{}", "wrongClaimType request"),
      (commerce, #","request":"e30=""#, "", "missingClaim request"),
    ])
  func otherClaim(claims: String, text: String, replacement: String, finding: String) throws {
    #expect(claims.contains(text))
    let changed = claims.replacingOccurrences(of: text, with: replacement)
    #expect(try findings(verify(Fixtures.jws(claims: changed))) == [finding])
  }

  @Test(
    "a wrong header is found",
    arguments: [
      (#"{"alg":"none","kid":"2X9R4HXF34","typ":"JWT"}"#, "wrongAlgorithm alg"),
      (#"{"alg":"HS256","kid":"2X9R4HXF34","typ":"JWT"}"#, "wrongAlgorithm alg"),
      (#"{"kid":"2X9R4HXF34","typ":"JWT"}"#, "missingHeader alg"),
      (#"{"alg":"ES256","kid":"2X9R4HXF34"}"#, "missingHeader typ"),
      (#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"jwt"}"#, "wrongType typ"),
      (#"{"alg":"ES256","typ":"JWT"}"#, "missingHeader kid"),
      (#"{"alg":"ES256","kid":1,"typ":"JWT"}"#, "missingHeader kid"),
      (#"{"alg":"ES256","cty":"x","kid":"2X9R4HXF34","typ":"JWT"}"#, "extraHeader cty"),
      (#"{"alg":"ES256","kid":"OTHERKEY02","typ":"JWT"}"#, "wrongKey kid"),
      (#"{"alg":"ES256","kid":"UNKNOWN999","typ":"JWT"}"#, "wrongKey kid"),
      ("[]", "notJSON header"),
    ])
  func header(text: String, finding: String) throws {
    #expect(try findings(verify(Fixtures.jws(header: text, claims: Self.claims))) == [finding])
  }

  @Test("parts that are missing, padded or damaged are found")
  func parts() throws {
    let right = try Fixtures.jws(claims: Self.claims)
    let parts = right.split(separator: ".").map(String.init)
    let legacy = try Fixtures.legacy().signature
    let cases: [(String, [String])] = [
      ("", ["notThreeParts jws"]), ("a.b", ["notThreeParts jws"]),
      ("a.b.c.d.e", ["notThreeParts jws"]), (legacy, ["legacyGiven jws"]),
      (right + "\n", ["whitespaceInBase64 jws"]), (right + "==", ["padding signature"]),
      ("\(parts[0]).\(parts[1]).", ["emptySignature signature"]),
      ("!.\(parts[1]).\(parts[2])", ["notBase64URL header", "signatureMismatch signature"]),
      ("\(parts[0]).!.\(parts[2])", ["notBase64URL payload", "signatureMismatch signature"]),
      ("\(parts[0]).\(parts[1]).!", ["notBase64URL signature"]),
      ("\(parts[0]).YQ.\(parts[2])", ["notJSON payload", "signatureMismatch signature"]),
      ("\(parts[0]).\(parts[1]).AAAA", ["notASignature signature"]),
    ]
    for (jws, expected) in cases {
      let verdict = try verify(jws)
      #expect(findings(verdict) == expected, "\(jws)")
      #expect(!verdict.isValid)
    }
  }

  @Test("standard Base64 in place of base64url is found, signed before or after")
  func standardBase64() throws {
    let claims = Self.claims.replacingOccurrences(of: "promo.monthly", with: "???~~~ÿÿÿ>>>")
    let right = try Fixtures.jws(claims: claims)
    let parts = right.split(separator: ".").map(String.init)
    let standard = Data(claims.utf8).base64EncodedString()
    #expect(standard.contains("/") || standard.contains("+"))
    let unpadded = standard.replacingOccurrences(of: "=", with: "")
    let verdict = try verify("\(parts[0]).\(unpadded).\(parts[2])")
    #expect(findings(verdict) == ["standardBase64 payload"])
    #expect(verdict.signedBy == Fixtures.keyId)
    let text = "\(parts[0]).\(unpadded)"
    let signature = try Fixtures.base64url(Fixtures.sign(Array(text.utf8)).rawRepresentation)
    #expect(try findings(verify("\(text).\(signature)")) == ["standardBase64 payload"])
  }

  @Test("a signature of another form, or over other text, is found")
  func signature() throws {
    let right = try Fixtures.jws(claims: Self.claims)
    let parts = right.split(separator: ".").map(String.init)
    let text = "\(parts[0]).\(parts[1])"
    let der = try Fixtures.sign(Array(text.utf8)).derRepresentation
    let key = try P256.Signing.PrivateKey(pemRepresentation: TestOnlyKeys.pkcs8)
    let hash = Array(SHA256.hash(data: Data(text.utf8)))
    let cases: [(Data, String)] = [
      (der, "derSignature signature"),
      (Data(count: 32), "hmac signature"), (Data(count: 96), "otherCurve signature"),
      (Data(count: 256), "rsaSignature signature"),
      (
        try key.signature(for: SHA384.hash(data: Data(text.utf8))).rawRepresentation,
        "wrongDigest signature"
      ),
      (try Fixtures.sign(hash).rawRepresentation, "hashedTwice signature"),
      (try Fixtures.sign(Array(parts[1].utf8)).rawRepresentation, "signedOtherText signature"),
      (try Fixtures.sign(Array(Self.claims.utf8)).rawRepresentation, "signedOtherText signature"),
      (try Fixtures.sign([1, 2, 3]).rawRepresentation, "signatureMismatch signature"),
    ]
    for (signature, finding) in cases {
      let verdict = try verify("\(text).\(Fixtures.base64url(signature))")
      #expect(findings(verdict) == [finding])
    }
    let stranger = try Fixtures.jws(
      header: #"{"alg":"ES256","kid":"UNKNOWN999","typ":"JWT"}"#, claims: Self.claims,
      pem: P256.Signing.PrivateKey().pemRepresentation)
    #expect(try findings(verify(stranger)) == ["unknownKeyId kid"])
  }

  @Test("what differs from the expectation is named")
  func expectation() throws {
    var expected = JWSExpectation(
      audience: .promotionalOffer, bundleId: "com.example.other", productId: "p", offerId: "o",
      transactionId: "1", issuerId: "i", nonce: "00000000-0000-4000-8000-000000000000")
    let verdict = try verify(Fixtures.jws(claims: Self.claims), expecting: expected)
    #expect(
      findings(verdict) == [
        "wrongField bid", "wrongField iss", "wrongField nonce", "wrongField productId",
        "wrongField offerIdentifier", "wrongField transactionId",
      ])
    expected = JWSExpectation(
      audience: .introductoryEligibility, isIntroductoryAllowed: false)
    #expect(
      try findings(verify(Fixtures.jws(claims: Self.introductory), expecting: expected)) == [
        "wrongField allowIntroductoryOffer"
      ])
    #expect(
      try findings(verify(Fixtures.jws(claims: Self.commerce), expecting: expected)) == [
        "wrongAudience aud"
      ])
    expected = JWSExpectation(bundleId: "COM.example.paywall", transactionId: "2")
    let claims = Self.claims.replacingOccurrences(
      of: #","transactionId":"2000000123456789""#, with: "")
    #expect(
      try findings(verify(Fixtures.jws(claims: claims), expecting: expected)) == [
        "letterCase bid", "wrongField transactionId",
      ])
  }

  @Test("everything that is wrong is found at once")
  func several() throws {
    let verdict = try verify(
      Fixtures.jws(header: #"{"alg":"ES384"}"#, claims: #"{"offerIdentifier":{},"bid":[1]}"#))
    #expect(
      findings(verdict) == [
        "wrongAlgorithm alg", "missingHeader typ", "missingHeader kid", "missingClaim aud",
        "wrongClaimType bid", "missingClaim iat", "missingClaim iss", "missingClaim nonce",
        "missingClaim productId", "wrongClaimType offerIdentifier",
      ])
  }
}
