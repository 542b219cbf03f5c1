package import HTTPDocuments

/// Whether the server wants traffic, and what is wrong with it.
package struct Readiness: Hashable, Sendable {
  package var reasons: [ReadinessReason]

  package init(_ reasons: [ReadinessReason]) { self.reasons = reasons }

  package var status: Status {
    if reasons.contains(where: { $0.weight == .leaving }) { return .leaving }
    return reasons.contains { $0.weight == .degrading } ? .degraded : .ready
  }

  /// A degraded server still serves paywalls, which apps wait for. The same commit degrades every
  /// server of a fleet, and none would be left. Only one that shuts down refuses traffic.
  package var wantsTraffic: Bool { status != .leaving }

  package enum Status: String, CaseIterable, Sendable {
    case ready, degraded
    case leaving = "shuttingDown"
  }
}

/// One thing that is wrong.
package struct ReadinessReason: Hashable, Sendable {
  /// Stable, for alerts.
  package var code: String
  /// For people: what it means, and where to look.
  package var detail: String
  package var weight: Weight

  /// The words on the wire.
  package enum Weight: String, CaseIterable, Sendable {
    /// A feature is not set up; everything else works.
    case note
    /// Answers are poorer than they should be.
    case degrading = "degraded"
    /// The process ends soon.
    case leaving = "shuttingDown"
  }

  /// Every code that a server may give.
  package static let codes =
    ReleaseCondition.troubles.map(\.name) + [
      "shuttingDown", "ledgerUnavailable", "ledgerHangs", "ledgerFileLost", "signingNotConfigured",
      "throwAwayKey", "keyIdsImpossible",
      "bundleSigningNotConfigured", "throwAwayBundleKey", "bundleCertificateEnded",
      "bundleCertificateEndsSoon", "proxyNotTrusted", "appleRootReplaced",
      "stateFolderIsOpen", "stateFilesLost", "clockIsBehind", "readOnly", "webhookFails",
      "exportFails", "localAppStore",
      "localAppStoreUnreachable", "appStoreSilent", "appStoreUnauthorized",
      "appStoreBudgetNotKept", "appStoreBudgetTaken", "notificationsSilent", "notificationsMissed",
      "testNotificationMissing", "textsRefused", "boughtAtFullPrice", "refundRequestsFail",
      "refundRequestsLate",
      "refundAnswersNotConfigured", "retentionNotApproved", "experimentAlarm",
      "nodeClockIsOff", "nodeLags", "nodeSecretsDiffer",
    ]

  package init(_ code: String, _ detail: String, _ weight: Weight) {
    (self.code, self.detail, self.weight) = (code, detail, weight)
  }
}

/// A further readiness check, besides those of every server.
package typealias ReadinessCheck = @Sendable () async -> [ReadinessReason]

extension ReadinessReason: AnswerObject {
  package static let members = Members<Self> {
    $0.always("code", .words(codes)) { $0.code }
    $0.always(
      "weight",
      "`note`: something is not set up, everything else works. The heaviest makes the status."
    ) { $0.weight }
    $0.always("detail") { $0.detail }
  }
}

/// Whether a server wants traffic, as it answers.
package struct ReadinessAnswer: AnswerObject {
  let readiness: Readiness
  let release: String
  let node: NodeStanding?

  package init(_ readiness: Readiness, release: String, node: NodeStanding?) {
    (self.readiness, self.release, self.node) = (readiness, release, node)
  }

  package static let members = Members<Self> {
    $0.always("status") { $0.readiness.status }
    $0.always("release", .text(matching: "^[0-9a-f]{64}$")) { $0.release }
    $0.always("reasons", "Everything that needs attention.") { $0.readiness.reasons }
    $0.maybe("node", "The server among those that share its ledger on PostgreSQL.") { $0.node }
  }
}

extension NodeStanding: AnswerObject {
  package static let members = Members<Self> {
    $0.always("id", "The id of its state folder.") { $0.id }
    $0.always("version") { $0.version }
    $0.maybe(
      "clockMilliseconds",
      "The least lead of its clock over the database's; negative if behind."
    ) { $0.clock }
    $0.maybe(
      "lagMilliseconds", .integer(from: 0), "The time since it read the changes of other servers."
    ) { $0.lag }
  }
}

extension [ReadinessReason] {
  /// One reason, alone.
  package static func only(
    _ code: String, _ detail: String, _ weight: ReadinessReason.Weight
  ) -> [ReadinessReason] {
    [ReadinessReason(code, detail, weight)]
  }
}
