import Crypto
import Foundation
import OfferSigning
import Testing

@Suite("Diagnoses of legacy signatures, made wrong with swift-crypto")
struct LegacyDiagnosisTests {
  private typealias Code = Diagnosis.Code

  /// Code and field of each finding, e.g. `letterCase nonce`.
  private func findings(_ verdict: OfferVerdict) -> [String] {
    verdict.findings.map { "\($0.code.rawValue) \($0.field)" }
  }

  private func verify(
    _ signature: LegacySignature, offer: PromotionalOffer = Fixtures.offer,
    customer: OfferCustomer = .appAccountToken(Fixtures.token),
    candidates: Candidates = Candidates(), at now: Date = Fixtures.now
  ) throws -> OfferVerdict {
    let keys = [try Fixtures.key().verificationKey, try Fixtures.otherKey().verificationKey]
    return keys.verify(signature, of: offer, for: customer, candidates: candidates, at: now)
  }

  /// The signature over `fields` with one of them replaced.
  private func signed(_ index: Int, as value: String) throws -> LegacySignature {
    var fields = Fixtures.fields
    fields[index] = value
    return try Fixtures.legacy(fields)
  }

  @Test("a right signature has no findings, whatever the case of the token")
  func right() throws {
    let signature = try Fixtures.legacy()
    #expect(try verify(signature).findings.isEmpty)
    let upper = OfferCustomer.appAccountToken(Fixtures.token.uppercased())
    #expect(try verify(signature, customer: upper).isValid)
  }

  @Test(
    "a field signed in another form is found",
    arguments: [
      (4, Fixtures.token.uppercased(), "letterCase appAccountToken"),
      (5, Fixtures.nonceText.uppercased(), "letterCase nonce"),
      (0, "COM.EXAMPLE.PAYWALL", "letterCase bundleId"),
      (2, "COM.EXAMPLE.PAYWALL.PREMIUM.MONTHLY", "letterCase productId"),
      (4, "", "fieldSignedEmpty appAccountToken"),
      (4, "null", "placeholderSigned appAccountToken"),
      (4, "undefined", "placeholderSigned appAccountToken"),
      (4, "7e3fb20b4cdb47cc936d99d65f608138", "hyphensLeftOut appAccountToken"),
      (5, "86469d8eb0834cbe9f15388835f34920", "hyphensLeftOut nonce"),
      (6, "1795248000", "timestampInSeconds timestamp"),
      (6, "1795248000.0", "timestampUnit timestamp"),
      (6, "1795248000000.0", "timestampUnit timestamp"),
      (6, "1795248000000000", "timestampUnit timestamp"),
      (3, "promo.monthly.50off\n", "whitespaceInField offerId"),
      (1, "OTHERKEY02", "wrongField keyId"),
    ])
  func field(index: Int, value: String, finding: String) throws {
    let found = findings(try verify(signed(index, as: value)))
    // The key of the named id signed it, so a wrong id in the payload is two things.
    let expected = index == 1 ? [finding, "wrongKey keyId"] : [finding]
    #expect(found == expected)
  }

  @Test("expected and seen say what the difference is")
  func words() throws {
    let verdict = try verify(signed(6, as: "1795248000"))
    #expect(
      verdict.findings.first?.description
        == "error: timestamp: timestampInSeconds: expected 1795248000000, seen 1795248000. Use UNIX milliseconds, as a whole number, in the payload and in what the app gets."
    )
    #expect(verdict.signedBy == Fixtures.keyId)
    let joined = try verify(Fixtures.legacy(by: "\u{2064}"))
    #expect(joined.findings.first?.expected == "U+2063")
    #expect(joined.findings.first?.seen == "U+2064")
  }

  @Test(
    "other separators are found",
    arguments: [
      "\u{2064}", "\u{2062}", "\u{200B}", "", ",", "\n", "|", " ", "\\u2063", "\u{2063}\u{2063}",
    ])
  func separator(text: String) throws {
    #expect(try findings(verify(Fixtures.legacy(by: text))) == ["wrongSeparator separator"])
  }

  @Test("text around the fields is found")
  func edges() throws {
    #expect(try findings(verify(Fixtures.legacy(tail: "\u{2063}"))) == ["trailingText separator"])
    #expect(try findings(verify(Fixtures.legacy(tail: "\n"))) == ["trailingText separator"])
    #expect(
      try findings(verify(Fixtures.legacy([""] + Fixtures.fields))) == ["leadingText separator"])
  }

  @Test("a field that was left out, and fields in each other's place, are found")
  func order() throws {
    var fields = Fixtures.fields
    fields.remove(at: 4)
    #expect(try findings(verify(Fixtures.legacy(fields))) == ["fieldLeftOut appAccountToken"])
    fields = Fixtures.fields
    fields.swapAt(2, 3)
    #expect(try findings(verify(Fixtures.legacy(fields))) == ["fieldsSwapped productId"])
    fields = Fixtures.fields
    fields.swapAt(5, 6)
    #expect(try findings(verify(Fixtures.legacy(fields))) == ["fieldsSwapped nonce"])
  }

  @Test("a left-out fifth field of a customer without a token is found")
  func leftOutEmpty() throws {
    var fields = Fixtures.fields
    fields.remove(at: 4)
    let verdict = try verify(Fixtures.legacy(fields), customer: .anyone)
    #expect(findings(verdict) == ["fieldLeftOut appAccountToken"])
  }

  @Test("another product, offer, app or token among the candidates is found and named")
  func substitutions() throws {
    let candidates = Candidates(
      bundleIds: ["com.example.other"], productIds: ["a", "com.example.yearly", "b"],
      offerIds: ["promo.other"], appAccountTokens: ["0B0B0B0B-1111-4222-8333-444455556666"])
    for (index, value, field) in [
      (0, "com.example.other", "bundleId"), (2, "com.example.yearly", "productId"),
      (3, "promo.other", "offerId"), (4, "0b0b0b0b-1111-4222-8333-444455556666", "appAccountToken"),
    ] {
      let verdict = try verify(signed(index, as: value), candidates: candidates)
      #expect(findings(verdict) == ["wrongField \(field)"])
      #expect(verdict.findings.first?.seen == value)
      #expect(verdict.findings.first?.expected == Fixtures.fields[index])
    }
    let tokenSigned = try verify(
      signed(4, as: "0b0b0b0b-1111-4222-8333-444455556666"), customer: .anyone,
      candidates: candidates)
    #expect(findings(tokenSigned) == ["wrongField appAccountToken"])
  }

  @Test("two and three mistakes at once are told apart")
  func several() throws {
    var fields = Fixtures.fields
    fields[4] = fields[4].uppercased()
    fields[5] = fields[5].uppercased()
    #expect(
      try findings(verify(Fixtures.legacy(fields))) == [
        "letterCase nonce", "letterCase appAccountToken",
      ])
    fields[6] = "1795248000"
    #expect(
      try Set(findings(verify(Fixtures.legacy(fields)))) == [
        "letterCase nonce", "letterCase appAccountToken", "timestampInSeconds timestamp",
      ])
  }

  @Test("the wrong key is named")
  func wrongKey() throws {
    let byOther = try verify(Fixtures.legacy(pem: TestOnlyKeys.otherPKCS8))
    #expect(findings(byOther) == ["wrongKey keyId"])
    #expect(byOther.signedBy == "OTHERKEY02")
    // The app names one key, and both payload and signature belong to another.
    var fields = Fixtures.fields
    fields[1] = "OTHERKEY02"
    let mixedUp = try verify(Fixtures.legacy(fields, pem: TestOnlyKeys.otherPKCS8))
    #expect(findings(mixedUp) == ["wrongField keyId"])
    let unknown = try verify(Fixtures.legacy(keyId: "UNKNOWN999"))
    #expect(findings(unknown) == ["unknownKeyId keyId"] || unknown.signedBy != nil)
    let stranger = P256.Signing.PrivateKey().pemRepresentation
    #expect(
      try findings(verify(Fixtures.legacy(pem: stranger))) == ["signatureMismatch signature"])
    #expect(
      try findings(verify(Fixtures.legacy(pem: stranger, keyId: "UNKNOWN999"))) == [
        "unknownKeyId keyId"
      ])
  }

  @Test("a payload that was hashed, encoded or written otherwise first is found")
  func preparation() throws {
    let text = Fixtures.fields.joined(separator: "\u{2063}")
    let hash = SHA256.hash(data: Data(text.utf8))
    let hex = hash.map { String(format: "%02x", $0) }.joined()
    let little = Array(text.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let cases: [([UInt8], String)] = [
      (Array(hash), "hashedTwice payload"), (Array(hex.utf8), "hashedTwice payload"),
      (Array(Data(text.utf8).base64EncodedString().utf8), "payloadEncoded payload"),
      (little, "wrongEncoding payload"), (big, "wrongEncoding payload"),
      ([0xFF, 0xFE] + little, "wrongEncoding payload"),
      ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "wrongEncoding payload"),
    ]
    for (bytes, finding) in cases {
      let der = try Fixtures.sign(bytes).derRepresentation
      #expect(try findings(verify(signature(der.base64EncodedString()))) == [finding])
    }
    let key = try P256.Signing.PrivateKey(pemRepresentation: TestOnlyKeys.pkcs8)
    let sha512 = try key.signature(for: SHA512.hash(data: Data(text.utf8))).derRepresentation
    #expect(
      try findings(verify(signature(sha512.base64EncodedString()))) == ["wrongDigest signature"])
  }

  private func signature(_ text: String) -> LegacySignature {
    LegacySignature(
      keyId: Fixtures.keyId, nonce: Fixtures.nonceText, timestamp: Fixtures.milliseconds,
      signature: text)
  }

  @Test("every way of writing the signature wrong is found")
  func writing() throws {
    // A signature of the vectors whose Base64 has +, / and padding would be luck: look for one.
    let payload = Array(Fixtures.fields.joined(separator: "\u{2063}").utf8)
    var der = Data()
    repeat {
      der = try Fixtures.sign(payload).derRepresentation
    } while !(der.base64EncodedString().contains("+") && der.base64EncodedString().contains("/")
      && der.count == 70)
    let right = der.base64EncodedString()
    let raw = try P256.Signing.ECDSASignature(derRepresentation: der).rawRepresentation
    let url = right.replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
    let wrapped = right.prefix(64) + "\n" + right.dropFirst(64)
    let hex = der.map { String(format: "%02X", $0) }.joined()
    let cases: [(String, [String])] = [
      (right, []),
      ("", ["emptySignature"]),
      ("eyJ.eyJ.x", ["jwsGiven"]),
      ("ä", ["notBase64"]),
      ("AAAAA", ["notBase64"]),
      (" " + right + "\n", ["whitespaceInBase64"]),
      (String(wrapped), ["whitespaceInBase64"]),
      (right.replacingOccurrences(of: "+", with: " "), ["plusBecameSpace"]),
      (
        right.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "/", with: "%2f")
          .replacingOccurrences(of: "=", with: "%3D"), ["percentEncoded"]
      ),
      (url, ["urlSafeBase64"]),
      (url.replacingOccurrences(of: "=", with: ""), ["urlSafeBase64", "missingPadding"]),
      (right.replacingOccurrences(of: "=", with: ""), ["missingPadding"]),
      (String(right.dropLast()), ["missingPadding"]),
      (hex, ["hexSignature"]),
      (Data(right.utf8).base64EncodedString(), ["doubleBase64"]),
      (
        Data(Data(right.utf8).base64EncodedString().utf8).base64EncodedString(),
        ["doubleBase64", "doubleBase64"]
      ),
      (raw.base64EncodedString(), ["rawSignature"]),
      (
        Data(raw.base64EncodedString().utf8).base64EncodedString(),
        ["doubleBase64", "rawSignature"]
      ),
      (Data(repeating: 0xF7, count: 32).base64EncodedString(), ["hmac"]),
      (Data(repeating: 0xF7, count: 96).base64EncodedString(), ["otherCurve"]),
      (Data(repeating: 0xF7, count: 256).base64EncodedString(), ["rsaSignature"]),
      (Data(repeating: 0xF7, count: 20).base64EncodedString(), ["notASignature"]),
      ((der + Data([0])).base64EncodedString(), ["notASignature"]),
    ]
    for (text, codes) in cases {
      let verdict = try verify(signature(text))
      #expect(verdict.findings.map(\.code.rawValue) == codes, "\(text)")
      #expect(verdict.isValid == codes.isEmpty)
    }
    let large = try P384.Signing.PrivateKey().signature(for: Data(payload)).derRepresentation
    #expect(
      try verify(signature(large.base64EncodedString())).findings.map(\.code) == [.otherCurve])
  }

  @Test(
    "a signature that is valid and stale says so; within 24 hours and five minutes of skew it is fine",
    arguments: [
      (86_400, [] as [String]), (86_401, ["stale timestamp"]), (-300, []),
      (-301, ["inFuture timestamp"]), (-1e17, ["inFuture timestamp"]), (1e17, ["stale timestamp"]),
    ] as [(TimeInterval, [String])])
  func age(seconds: TimeInterval, expected: [String]) throws {
    let verdict = try verify(Fixtures.legacy(), at: Fixtures.moment + seconds)
    #expect(findings(verdict) == expected)
    #expect(verdict.signedBy == Fixtures.keyId)
    #expect(verdict.isValid == expected.isEmpty)
  }

  @Test("a timestamp that the app itself has in seconds is found")
  func ownTimestampInSeconds() throws {
    var fields = Fixtures.fields
    fields[6] = "1795248000"
    let signature = LegacySignature(
      keyId: Fixtures.keyId, nonce: Fixtures.nonceText, timestamp: 1_795_248_000,
      signature: try Fixtures.legacy(fields).signature)
    #expect(try findings(verify(signature)) == ["timestampInSeconds timestamp"])
  }

  @Test("fields that the signer would refuse are named")
  func badFields() throws {
    let offer = PromotionalOffer(bundleId: "", productId: "p\u{2063}", offerId: "o\n")
    let signature = LegacySignature(
      keyId: String(repeating: "K", count: 65), nonce: "n", timestamp: Fixtures.milliseconds,
      signature: "")
    let verdict = try verify(signature, offer: offer, customer: .appAccountToken("abc"))
    #expect(
      findings(verdict) == [
        "emptySignature signature", "emptyField bundleId", "fieldTooLong keyId",
        "separatorInField productId", "controlCharacterInField offerId",
        "badAppAccountToken appAccountToken", "badNonce nonce", "unknownKeyId keyId",
      ])
  }

  @Test("a username signed in lower case and sent otherwise is found")
  func username() throws {
    var fields = Fixtures.fields
    fields[4] = "abc"
    let verdict = try verify(
      Fixtures.legacy(fields), customer: .applicationUsername("aBc"))
    #expect(
      findings(verdict) == [
        "usernameNotLowercase applicationUsername", "letterCase applicationUsername",
      ])
    #expect(!verdict.isValid)
  }

  @Test("without any key nothing verifies, and the search stops at its limit")
  func noKeys() throws {
    let signature = try Fixtures.legacy(by: ",")
    let verdict = [].verify(
      signature, of: Fixtures.offer, for: .appAccountToken(Fixtures.token), at: Fixtures.now)
    #expect(findings(verdict) == ["unknownKeyId keyId"])
    let unsearched = [try Fixtures.key().verificationKey].verify(
      signature, of: Fixtures.offer, for: .appAccountToken(Fixtures.token), at: Fixtures.now,
      limit: 1)
    #expect(findings(unsearched) == ["signatureMismatch signature"])
  }

  @Test("every code has help that ends as a sentence")
  func help() {
    for code in Diagnosis.Code.allCases { #expect(code.help.hasSuffix("."), "\(code)") }
  }
}
