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

  package enum Status: String, Sendable {
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
      "stateFolderIsOpen", "stateFilesLost", "clockIsBehind", "readOnly", "localAppStore",
      "localAppStoreUnreachable", "appStoreSilent", "appStoreUnauthorized",
      "appStoreBudgetNotKept", "appStoreBudgetTaken", "notificationsSilent", "notificationsMissed",
      "testNotificationMissing", "textsRefused", "boughtAtFullPrice", "refundRequestsFail",
      "refundRequestsLate",
      "refundAnswersNotConfigured", "experimentAlarm",
      "nodeClockIsOff", "nodeLags", "nodeSecretsDiffer",
    ]

  package init(_ code: String, _ detail: String, _ weight: Weight) {
    self.code = code
    self.detail = detail
    self.weight = weight
  }
}

/// A further readiness check, besides those of every server.
package typealias ReadinessCheck = @Sendable () async -> [ReadinessReason]
