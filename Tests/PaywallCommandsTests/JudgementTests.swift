import AppStore
import Foundation
import PaywallCatalog
import PaywallServer
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The judgement of `paywall doctor` on its findings.
@Suite struct JudgementTests {
  @Test(arguments: [
    (0, "ok"), (-4, "ok"), (5, "warning"), (-59, "warning"), (60, "error"), (-3600, "error"),
  ])
  func `A clock may be five seconds apart, and a minute is too much`(ahead: Int, verdict: String) {
    #expect(Finding.clock(ahead: ahead).verdict.rawValue == verdict)
  }

  @Test(arguments: [(99, "error"), (100, "warning"), (999, "warning"), (1000, "ok")])
  func `Little room beside the ledger is told of before it is gone`(
    megabytes: Int, verdict: String
  ) {
    #expect(Finding.freeSpace(megabytes: megabytes).verdict.rawValue == verdict)
  }

  @Test(
    arguments: [
      (400, "invalidNotification", true, "ok"), (400, "invalidNotification", false, "error"),
      (400, nil, true, "error"), (429, nil, true, "warning"), (404, nil, false, "error"),
      (200, nil, false, "error"),
    ] as [(Int, String?, Bool, String)])
  func `Only a paywall server answers Apple's address as one does`(
    status: Int, code: String?, hasRequestId: Bool, verdict: String
  ) {
    let finding = Finding.notificationURL(status: status, code: code, hasRequestId: hasRequestId)
    #expect(finding.verdict.rawValue == verdict)
  }

  @Test func `Ids of a key are read as App Store Connect writes them`() {
    let uuid = "57246542-96fe-1a63-e053-0824d011072a"
    func checks(_ id: String, _ issuer: String?) -> [String] {
      let found = Finding.offerKeyIds(OfferKeyFile(path: "k.p8", keyId: id, issuerId: issuer))
      #expect(found.allSatisfy { $0.verdict == .warning })
      return found.map(\.check)
    }
    #expect(checks("2X9R4HXF34", uuid).isEmpty)
    for id in ["2x9r4hxf34", "2X9R4HXF3", "AuthKey_2X9R4HXF34.p8", "2X9R4HXF34 ", uuid, ""] {
      #expect(checks(id, uuid) == ["offer key id"])
    }
    for issuer in [nil, "57246542", "57246542-96fe-1a63-e053-0824d011072x", "\(uuid) "] {
      #expect(checks("2X9R4HXF34", issuer) == ["issuer id"])
    }
    // Swapped ids are one mistake.
    #expect(checks(uuid, "2X9R4HXF34") == ["offer key id"])
  }

  @Test func `Keys without a role that is needed are told of`() throws {
    func verdicts(_ roles: [APIKey.Role]) -> [String] {
      let keys = roles.enumerated().map { number, role in
        APIKey(name: "k\(number)", role: role, digest: String(repeating: "\(number)a", count: 32))
      }
      return Finding.keys(keys, Settings()).map(\.detail)
    }
    #expect(verdicts([.client, .admin]) == ["2, with client and admin"])
    #expect(verdicts([.server]) == ["none has the role client", "none has the role admin"])
  }

  @Test func `Messages that may not be sent are told of, and so is a URL that is missing`() {
    var snapshot = Snapshot(
      app: App(bundleId: "a.b", environments: [.production, .xcode], locales: ["en"]),
      schema: AttributeSchema(declared: [], groups: []), release: "")
    #expect(Finding.retention(snapshot) == [])
    snapshot.retention["stay"] = RetentionMessage(
      id: "stay", texts: ["en": .init(header: "Stay", body: "Please", identifier: "m")])
    func details() -> [String] { Finding.retention(snapshot).map(\.detail) }
    #expect(details() == ["production: 1 of 1 message is not approved, and not sent"])
    var states = RetentionStates(messages: ["m": .approved])
    snapshot.retentionStates[.production] = states
    #expect(details() == ["production: Apple asks no server for messages"])
    states.realtimeURL = "https://a.b/c"
    snapshot.retentionStates[.production] = states
    #expect(details() == ["production: the message may be sent"])
    #expect(Finding.retention(states, written: states, in: .production).verdict == .ok)
    #expect(
      Finding.retention(states, written: RetentionStates(), in: .production).verdict == .warning)
  }

  @Test func `A certificate is told of three weeks before its end`() throws {
    let root = try #require(CertificateSummary.read(AppleRoot.g3)?.first)
    let day: Int64 = 86_400_000
    func verdict(_ moment: Timestamp, _ more: Int64) -> Finding.Verdict {
      let now = Timestamp(milliseconds: moment.milliseconds + more)
      return Finding.certificate("root", root, at: now).verdict
    }
    #expect(verdict(root.notBefore, -1) == .error)
    #expect(verdict(root.notBefore, 0) == .ok)
    #expect(verdict(root.notAfter, -21 * day) == .ok)
    #expect(verdict(root.notAfter, -21 * day + 1) == .warning)
    #expect(verdict(root.notAfter, 0) == .warning)
    #expect(verdict(root.notAfter, 1) == .error)
  }
}
