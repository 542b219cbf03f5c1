import AppStore
import AppStoreFixtures
import Foundation
import PaywallCatalog
import Testing

/// Texts that Apple would not write are refused before any cryptography, whoever signed them.
@Suite struct RefusalTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func distrust(ofPayload text: String) throws -> Distrust? {
    try store.verifier.transaction(store.jws(ofBytes: Data(text.utf8)), at: TestStore.clock)
      .distrust
  }

  private func distrust(ofHeader members: [String: JSON]) throws -> Distrust? {
    let payload = try JSONEncoder().encode(store.transactionMembers([:]))
    let header = try JSONEncoder().encode(members).base64url
    let text = try store.jws(ofBytes: payload, header: header)
    return store.verifier.transaction(text, at: TestStore.clock).distrust
  }

  private func genuineHeader() throws -> [String: JSON] {
    let pki = try Vectors.pki()
    let chain = [pki.leaf, pki.intermediate, pki.root].map { JSON.text($0.base64EncodedString()) }
    return ["alg": "ES256", "x5c": .array(chain)]
  }

  @Test(arguments: [(16 * 1024, false), (16 * 1024 + 1, true)])
  func `A text of more than 16 KiB is not read`(_ length: Int, _ refused: Bool) throws {
    let text = String(repeating: "a", count: length)
    let now = TestStore.clock
    let distrusts = [
      store.verifier.transaction(text, at: now).distrust,
      store.verifier.renewalInfo(text, at: now).distrust,
      store.verifier.appTransaction(text, at: now).distrust,
      store.verifier.realtimeRequest(text, at: now).distrust,
    ]
    for distrust in distrusts { #expect((distrust?.reason == .tooLong) == refused) }
  }

  @Test(arguments: [(64 * 1024, false), (64 * 1024 + 1, true)])
  func `A notification of more than 64 KiB is not read`(_ length: Int, _ refused: Bool) throws {
    let text = String(repeating: "a", count: length)
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect((distrust?.reason == .tooLong) == refused)
  }

  @Test func `A text inside a notification has the limit of its kind`() throws {
    let long = String(repeating: "x", count: 13 * 1024)
    let text = try store.notificationText(
      "SUBSCRIBED", transaction: ["transactionId": "1", "filler": .text(long)])
    #expect(text.utf8.count < 64 * 1024)
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .tooLong)
    #expect(distrust?.field == .signedTransactionInfo)
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#, #"{"x":{"b":1,"c":2,"b":3}}"#, "", " ", "[]", "1",
    #"{"a":1"#, #"{"a":1,}"#, #"{"a"}"#, #"{a:1}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":+1}"#,
    #"{"a":nul}"#, #"{"a":[1,]}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, "{\"a\":\"\n\"}", "{} {}",
    "\u{FEFF}{}", #"{"a":NaN}"#, #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a":.5}"#, #"{"a":-}"#,
  ])
  func `A payload that is not strict JSON is refused`(_ text: String) throws {
    #expect(try distrust(ofPayload: text)?.reason == .malformed)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func `A payload that is not UTF-8 is refused`(_ bytes: [UInt8]) throws {
    let payload = Data(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8))
    let verdict = try store.verifier.transaction(
      store.jws(ofBytes: payload), at: TestStore.clock)
    #expect(verdict.distrust?.reason == .malformed)
  }

  @Test(arguments: [(15, true), (16, false), (1_000, false)])
  func `Nesting is bounded`(_ depth: Int, _ fits: Bool) throws {
    for (open, close) in [("[", "]"), ("{\"b\":", "}")] {
      let inner =
        String(repeating: open, count: depth - 1) + "1" + String(repeating: close, count: depth - 1)
      let reason = try distrust(ofPayload: "{\"a\":\(inner)}")?.reason
      #expect(reason == (fits ? .wrongApp : .malformed))
    }
  }

  @Test(arguments: [(128, true), (129, false)])
  func `The members of one object are bounded`(_ count: Int, _ fits: Bool) throws {
    let members = (0..<count).map { "\"m\($0)\":0" }.joined(separator: ",")
    #expect(try distrust(ofPayload: "{\(members)}")?.reason == (fits ? .wrongApp : .malformed))
  }

  @Test(
    arguments: [
      ("crit", ["exp"]), ("crit", []), ("crit", nil), ("crit", "b64"), ("b64", false),
      ("b64", true), ("b64", nil), ("b64", "false"),
    ] as [(String, JSON)])
  func `Members that demand to be understood are refused`(_ name: String, _ value: JSON) throws {
    var header = try genuineHeader()
    header[name] = value
    #expect(try distrust(ofHeader: header)?.reason == .unsupportedHeader)
  }

  /// RFC 7797, 6: the two come together where the payload is not in Base64.
  @Test func `A payload that is not in Base64 is refused beside its demand`() throws {
    var header = try genuineHeader()
    header["crit"] = ["b64"]
    header["b64"] = false
    #expect(try distrust(ofHeader: header)?.reason == .unsupportedHeader)
  }

  @Test(arguments: ["es256", "Es256", "ES256 ", "", nil, 256, ["ES256"]] as [JSON])
  func `Only ES256 is ES256`(_ algorithm: JSON) throws {
    var header = try genuineHeader()
    header["alg"] = algorithm
    #expect(try distrust(ofHeader: header)?.reason == .unsupportedAlgorithm)
  }

  @Test(
    arguments: ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"],
    [7, 1.5, true, false, [], ["a.b.c"], [:], ["jws": "a.b.c"]] as [JSON])
  func `A text inside that is no string is not passed over`(_ name: String, _ value: JSON) throws {
    let section: [String: JSON] = [
      "bundleId": .text(TestStore.bundleId), "appAppleId": .integer(TestStore.appAppleId),
      "environment": "Production", name: value,
    ]
    let holder = name == "signedAppTransactionInfo" ? "appData" : "data"
    let text = try store.jws(of: [
      "notificationType": "SUBSCRIBED", "notificationUUID": "u", holder: .object(section),
    ])
    let distrust = store.verifier.notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .wrongType)
    #expect(distrust?.field?.rawValue == name)
  }

  @Test(
    arguments: ["data", "summary", "externalPurchaseToken", "appData"],
    [7, true, "x", [], ["a"]] as [JSON])
  func `A section that is no object is not passed over`(_ name: String, _ value: JSON) throws {
    var members: [String: JSON] = ["notificationType": "TEST", "notificationUUID": "u"]
    for section in ["data", "summary"] {
      members[section] = [
        "bundleId": .text(TestStore.bundleId), "appAppleId": .integer(TestStore.appAppleId),
        "environment": "Production",
      ]
    }
    members[name] = value
    let text = try store.jws(of: members)
    #expect(
      store.verifier.notification(text, at: TestStore.clock).distrust?.reason == .wrongType)
  }

  @Test func `What is null is missing`() throws {
    let text = try store.jws(of: [
      "notificationType": "TEST", "notificationUUID": "u", "summary": nil,
      "data": [
        "bundleId": .text(TestStore.bundleId), "appAppleId": .integer(TestStore.appAppleId),
        "environment": "Production", "signedTransactionInfo": nil, "signedRenewalInfo": nil,
      ],
    ])
    let payload = try store.verifier.notification(text, at: TestStore.clock).get().payload
    #expect(payload.transaction == nil && payload.renewalInfo == nil)
  }

  @Test(
    arguments: [
      "ES256", ["a"], [1, 2, 3], ["", "", ""], ["!", "!", "!"], nil, [[], [], []],
    ] as [JSON])
  func `A chain of anything but certificates is refused`(_ chain: JSON) throws {
    var header = try genuineHeader()
    header["x5c"] = chain
    let reason = try #require(try distrust(ofHeader: header)?.reason)
    #expect([.badChainLength, .badCertificate].contains(reason))
  }

  @Test func `A chain of ten certificates is refused by its length`() throws {
    let leaf = JSON.text(try Vectors.pki().leaf.base64EncodedString())
    let distrust = try distrust(ofHeader: [
      "alg": "ES256", "x5c": .array(Array(repeating: leaf, count: 10)),
    ])
    #expect(distrust?.reason == .badChainLength)
  }

  @Test func `A second spelling of the same bytes is refused`() throws {
    let genuine = try store.jws(of: store.transactionMembers(["transactionId": "1"]))
    let parts = genuine.parts
    // 64 bytes leave four unused bits in the last character: of "AQgw" the next one decodes alike.
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(parts[2].last.flatMap(alphabet.firstIndex))
    let spellings = [
      "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(alphabet[last + 1])",
      genuine + "=", genuine + "==", genuine + "\n", " " + genuine,
      "\(parts[0]).\(parts[1])=.\(parts[2])", "\(parts[0]).\n\(parts[1]).\(parts[2])",
    ]
    #expect(store.verifier.transaction(genuine, at: TestStore.clock).verified != nil)
    for spelling in spellings {
      let distrust = store.verifier.transaction(spelling, at: TestStore.clock).distrust
      #expect(distrust?.reason == .malformed)
    }
  }

  @Test func `A header that only looks like the known one is not taken for it`() throws {
    // U+212A, the sign for kelvin, equals "K" for Swift's strings and not for anybody else.
    let genuine = try store.jws(of: store.transactionMembers(["transactionId": "1"]))
    _ = try store.verifier.transaction(genuine, at: TestStore.clock).get()
    let parts = genuine.parts
    let lookalike = parts[0].replacing("K", with: "\u{212A}", maxReplacements: 1)
    #expect(lookalike == parts[0] && lookalike.utf8.count != parts[0].utf8.count)
    let text = "\(lookalike).\(parts[1]).\(parts[2])"
    #expect(store.verifier.transaction(text, at: TestStore.clock).distrust?.reason == .malformed)
  }

  @Test func `What is said of a text holds no piece of it`() throws {
    let secret = "do-not-print-me"
    let texts = try [
      secret, "\(secret).\(secret).\(secret)",
      store.jws(of: ["bundleId": .text(secret), "environment": .text(secret)]),
      store.jws(of: store.transactionMembers(["environment": .text(secret)])),
      store.jws(of: store.transactionMembers(["bundleId": .text(secret)])),
    ]
    for text in texts {
      let distrust = try #require(
        store.verifier.transaction(text, at: TestStore.clock).distrust)
      #expect(!"\(distrust)".contains(secret))
    }
  }
}
