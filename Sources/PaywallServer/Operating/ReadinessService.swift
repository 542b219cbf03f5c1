import Ledger
package import PaywallAPI
import PaywallCatalog

/// Reports whether the server is ready for traffic, and the reasons if it is not.
package struct ReadinessService: Sendable {
  let current: CurrentRelease
  let ledger: any Ledger
  let signer: OfferSigner?
  let bundles: BundleService
  let untrustedProxy: UntrustedProxyMonitor
  let drain: DrainState
  /// Checks beside the configuration, the ledger and the keys.
  let checks: [ReadinessCheck]
  let isReadOnly: Bool
  let now: @Sendable () -> Timestamp
  let probe = LedgerProbe()

  /// The state now; checks the ledger at most once a second.
  package func readiness() async -> Readiness {
    var reasons: [ReadinessReason] = []
    if drain.isDraining {
      reasons.append(
        ReadinessReason("shuttingDown", "the server ends; send requests to another", .leaving))
    }
    if let reason = ReadinessReason(current.condition) { reasons.append(reason) }
    if let trouble = await probe.trouble(of: ledger) { reasons.append(ReadinessReason(trouble)) }
    if isReadOnly {
      reasons.append(
        ReadinessReason(
          "readOnly",
          "this server keeps and signs nothing; send notifications, offers, purchases and exposures to the one that writes",
          .note))
    } else if signer == nil {
      reasons.append(
        ReadinessReason("signingNotConfigured", "no offer key was given", .note))
    } else if signer?.isThrowAway == true {
      reasons.append(
        ReadinessReason(
          "throwAwayKey", "offers are signed with a key that the App Store refuses", .note))
    }
    reasons += bundles.reasons(at: now())
    if untrustedProxy.isThere {
      reasons.append(
        ReadinessReason(
          "proxyNotTrusted",
          "a proxy sends X-Forwarded-For and is not trusted, so all its callers share one rate limit",
          .note))
    }
    for check in checks { reasons += await check() }
    return Readiness(reasons)
  }
}

extension ReadinessReason {
  fileprivate init(_ trouble: LedgerFailure) {
    switch trouble {
    case LedgerGate.hangs:
      self.init(
        "ledgerHangs",
        "the ledger does not answer in time; paywalls are served without it, and one request every half second checks whether it answers again",
        .degrading)
    case .unavailable(LedgerFailure.fileLost):
      self.init(
        "ledgerFileLost",
        "the ledger's file was removed or replaced while the server has it open, so nothing more is kept; put it back, or restart the server",
        .degrading)
    default:
      self.init(
        "ledgerUnavailable",
        "facts of the App Store can neither be kept nor read; the log says why", .degrading)
    }
  }

  /// `nil` if the release is the folder's.
  fileprivate init?(_ condition: ReleaseCondition) {
    let count = counted(condition.diagnostics.count)
    let detail: String
    switch condition {
    case .current: return nil
    case .reloadFailed:
      detail = "the last reload had \(count); the release before is served"
    case .servingCopy:
      detail = "the folder had \(count); the copy of an earlier release is served"
    case .contradictsLedger:
      detail =
        "the folder contradicts enrolled visitors (\(count)); it is served, as there is no earlier release"
    }
    self.init(condition.name, detail, .degrading)
  }
}

/// `1 error`, `2 errors`.
func counted(_ errors: Int) -> String { errors == 1 ? "1 error" : "\(errors) errors" }
