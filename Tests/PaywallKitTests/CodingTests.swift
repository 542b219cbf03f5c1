import Foundation
import Testing

@testable import PaywallKit

/// The texts are those that the compiler's own coding writes, as earlier versions did: apps and queues
/// on disk hold them.
@Suite("Coding")
struct CodingTests {
  @Test(
    "a failure",
    arguments: [
      (NetworkFailure.timedOut, #"{"timedOut":{}}"#),
      (.unreachable("x"), #"{"unreachable":{"_0":"x"}}"#),
      (
        .refused(ServerProblem(code: "a", status: 400, detail: "b")),
        #"{"refused":{"_0":{"code":"a","detail":"b","status":400}}}"#
      ),
      (.unavailable(status: 503), #"{"unavailable":{"status":503}}"#),
      (.tooManyRequests(retryAfter: nil), #"{"tooManyRequests":{}}"#),
      (
        .tooManyRequests(retryAfter: .seconds(2)),
        #"{"tooManyRequests":{"retryAfter":[0,2000000000000000000]}}"#
      ),
      (.paused, #"{"paused":{}}"#),
      (.notUnderstood("x"), #"{"notUnderstood":{"_0":"x"}}"#),
      (.redirected(to: nil), #"{"redirected":{}}"#),
      (.redirected(to: "y"), #"{"redirected":{"to":"y"}}"#),
      (.taskCancelled, #"{"cancelled":{}}"#),
    ])
  func failure(value: NetworkFailure, text: String) throws { try expect(value, text) }

  @Test(
    "a diagnostic",
    arguments: [
      (PlacementDecision.Diagnostic.network(.paused), #"{"network":{"_0":{"paused":{}}}}"#),
      (.noCache, #"{"noCache":{}}"#),
      (.storage, #"{"storage":{}}"#),
      (.noBundle("x"), #"{"noBundle":{"_0":"x"}}"#),
      (.otherVariant, #"{"otherVariant":{}}"#),
      (
        .evidenceLeftOut(field: "f", reason: "r"),
        #"{"evidenceLeftOut":{"field":"f","reason":"r"}}"#
      ),
    ])
  func diagnostic(value: PlacementDecision.Diagnostic, text: String) throws {
    try expect(value, text)
  }

  @Test(
    "what a placement shows",
    arguments: [
      (
        PlacementDecision.Shows.paywall(
          Paywall(id: "a", locale: "en", selected: nil, products: [], content: .object([:]))),
        #"{"paywall":{"_0":{"content":{},"id":"a","locale":"en","products":[]}}}"#
      ),
      (.nothing, #"{"nothing":{}}"#),
      (.unknown, #"{"unknown":{}}"#),
    ])
  func shows(value: PlacementDecision.Shows, text: String) throws { try expect(value, text) }

  @Test(
    "a reason",
    arguments: [
      (PlacementDecision.Reason.forced, #"{"forced":{}}"#),
      (.unknownPlacement, #"{"unknownPlacement":{}}"#),
      (.experiment, #"{"experiment":{}}"#),
      (.winner, #"{"winner":{}}"#),
      (.rule(2), #"{"rule":{"_0":2}}"#),
      (.default, #"{"default":{}}"#),
      (.other("x"), #"{"other":{"_0":"x"}}"#),
    ])
  func reason(value: PlacementDecision.Reason, text: String) throws { try expect(value, text) }

  @Test(
    "a source",
    arguments: [
      (DecisionSource.network, #"{"network":{}}"#),
      (.cache(age: .seconds(1)), #"{"cache":{"age":[0,1000000000000000000]}}"#),
      (
        .download(DecisionSource.Bundled(release: "r", age: .zero, isExpired: true)),
        #"{"download":{"_0":{"age":[0,0],"isExpired":true,"isPartial":false,"release":"r"}}}"#
      ),
      (
        .bundledFile(DecisionSource.Bundled(release: "r")),
        #"{"bundledFile":{"_0":{"age":[0,0],"isExpired":false,"isPartial":false,"release":"r"}}}"#
      ),
      (.nothing, #"{"nothing":{}}"#),
    ])
  func source(value: DecisionSource, text: String) throws { try expect(value, text) }

  @Test(
    "an attribute",
    arguments: [
      (AttributeValue.string("x"), #"{"string":{"_0":"x"}}"#),
      (.integer(2), #"{"integer":{"_0":2}}"#),
      (.number(1.5), #"{"number":{"_0":1.5}}"#),
      (.boolean(true), #"{"boolean":{"_0":true}}"#),
      (.list(["a", "b"]), #"{"list":{"_0":["a","b"]}}"#),
    ])
  func attribute(value: AttributeValue, text: String) throws { try expect(value, text) }

  @Test("a signature")
  func signature() throws {
    try expect(SignedOffer.Signature.jws("x"), #"{"jws":{"_0":"x"}}"#)
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
    try expect(
      SignedOffer.Signature.legacy(
        keyId: "k", nonce: id, timestamp: 5, signature: Data([1]), appAccountToken: id),
      #"{"legacy":{"appAccountToken":"\#(id)","keyId":"k","nonce":"\#(id)","signature":"AQ==","timestamp":5}}"#
    )
  }

  @Test("a message that waits")
  func message() throws {
    let alias = OutboxEntry.Alias(anonymousId: "a", userId: "u")
    try expect(
      OutboxEntry.Message.alias(alias), #"{"alias":{"_0":{"anonymousId":"a","userId":"u"}}}"#)
    let exposure = OutboxEntry.Exposure(
      id: "e", experiment: "x", phase: 1, placement: "p", at: 5, isServerTime: true,
      who: VisitorIdentity(anonymousId: "a"))
    try expect(
      OutboxEntry.Message.exposure(exposure),
      #"{"exposure":{"_0":{"at":5,"experiment":"x","id":"e","isServerTime":true,"phase":1,"placement":"p","who":{"anonymousId":"a"}}}}"#
    )
  }

  @Test(
    "what names no case, two, or one of a newer version, is not read",
    arguments: [
      "{}", #"{"forced":{},"winner":{}}"#, #"{"later":{}}"#, #""forced""#, #"{"rule":{}}"#,
    ])
  func unreadable(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PlacementDecision.Reason.self, from: Data(text.utf8))
    }
  }

  private func expect<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
  }
}
