import AppStoreServerAPI
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The part that is wrong in a key that Apple refuses.
@Suite struct AppleKeyFindingTests {
  private static let refused = KeyAnswer(isTaken: false, isUnauthorized: true, ahead: 0)
  private static let good = OfferKeyFile(
    path: "keys/SubscriptionKey_2X9R4HXF34.p8", keyId: "2X9R4HXF34",
    issuerId: "57246542-96fe-1a63-e053-0824d011072a")

  private func findings(
    _ production: KeyAnswer, _ sandbox: KeyAnswer, _ key: OfferKeyFile = good
  ) -> [Finding] {
    Finding.appleKey(
      [(.production, production), (.sandbox, sandbox)], key: key, bundleId: "com.example.app")
  }

  @Test func `A key that both environments take is good`() {
    let taken = KeyAnswer(isTaken: true, ahead: 0)
    #expect(findings(taken, taken).map(\.verdict) == [.ok, .ok])
  }

  @Test func `Production alone refuses the key of an app that is not yet released`() {
    let found = findings(Self.refused, KeyAnswer(isTaken: true, ahead: 0))
    #expect(found.map(\.verdict) == [.warning, .ok])
    #expect(found[0].detail.contains("not yet released"))
  }

  @Test func `A clock that is wrong by minutes is named before all else`() {
    var late = Self.refused
    late.ahead = -300
    let found = findings(late, late)
    #expect(found.map(\.verdict) == [.error, .error])
    #expect(found[0].detail.contains("300 s behind Apple's"))
  }

  @Test func `A clock that is off by five seconds is named before key and id`() {
    for (ahead, words) in [(5, "5 s ahead of"), (-7, "7 s behind"), (4, "App Store Connect API")] {
      var answer = Self.refused
      answer.ahead = ahead
      let wrong = OfferKeyFile(
        path: "AuthKey_2X9R4HXF34.p8", keyId: "2X9R4HXF34", issuerId: "wrong")
      #expect(findings(answer, answer, wrong)[0].detail.contains(words))
    }
  }

  @Test(arguments: [
    (
      "AuthKey_2X9R4HXF34.p8", "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a",
      "App Store Connect API"
    ),
    (
      "SubscriptionKey_AAAAAAAAAA.p8", "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a",
      "the key id that was given is 2X9R4HXF34"
    ),
    ("k.p8", "2X9R4HXF34", "2X9R4HXF34", "issuer id '2X9R4HXF34' is no UUID"),
    ("k.p8", "2x9r", "57246542-96fe-1a63-e053-0824d011072a", "'2x9r' is not ten capital letters"),
    ("k.p8", "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a", "the bundle id com.example.app"),
  ])
  func `What can be told apart is told apart`(
    path: String, id: String, issuer: String, words: String
  ) {
    let found = findings(
      Self.refused, Self.refused, OfferKeyFile(path: path, keyId: id, issuerId: issuer))
    #expect(found.map(\.verdict) == [.error, .error])
    #expect(found[0].detail.contains(words))
  }

  @Test func `No answer is no verdict on the key`() {
    let silent = KeyAnswer(isTaken: false, trouble: "it cannot be reached")
    #expect(findings(silent, silent)[1].detail == "it cannot be reached")
  }

  @Test func `A test notification that did not arrive says why`() {
    #expect(Finding.appleNotification(.init(.success), in: .sandbox).verdict == .ok)
    #expect(Finding.appleNotification(nil, in: .sandbox).verdict == .warning)
    let tls = Finding.appleNotification(.init(.tlsIssue), in: .production)
    #expect(tls.verdict == .error)
    #expect(tls.detail.contains("no TLS connection"))
    #expect(tls.help?.contains("certificate") == true)
    #expect(Finding.appleNotification(.init(raw: "NEW"), in: .production).detail.contains("NEW"))
    // Apple has ten results of an attempt that failed; each says what to do.
    let failed = SentNotification.Result.allCases.filter { $0 != .success }
    let advice = failed.map { SentNotification.Advice(.init($0)) }
    #expect(failed.count == 10 && Set(advice).count == 10)
    #expect(advice.allSatisfy { !$0.why.isEmpty && !$0.help.isEmpty })
  }
}
