import Catalog
import Hummingbird
import Ledger

/// Whether the process lives, and whether it should get traffic.
struct HealthRoutes {
  private let parts: ServerParts
  private let probe = LedgerProbe()

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to routes: RouteTable) {
    routes.get("health/live") { _, _ in Response(momentary: Array("{\"status\":\"live\"}".utf8)) }
    routes.get("health/ready") { _, _ in
      let ledger = await probe.trouble(of: parts.ledger)
      return Response(momentary: readiness(ledger))
    }
  }

  /// A release is always served, so the answer is always 200; the reasons say what is not as it
  /// should be.
  private func readiness(_ ledger: LedgerFailure?) -> [UInt8] {
    let condition = parts.current.condition
    var reasons: [(code: String, detail: String)] = []
    switch condition {
    case .current: break
    case .reloadFailed(let diagnostics):
      reasons.append(
        (
          "reloadFailed",
          "the last reload had \(counted(diagnostics.count)); the release before is served"
        ))
    case .servingCopy(let diagnostics):
      reasons.append(
        (
          "servingCopy",
          "the folder had \(counted(diagnostics.count)); the copy of an earlier release is served"
        ))
    case .contradictsLedger(let diagnostics):
      reasons.append(
        (
          "contradictsLedger",
          "the folder has \(counted(diagnostics.count)) against those who are enrolled; it is served, as nothing earlier is there"
        ))
    }
    if ledger != nil {
      reasons.append(
        (
          "ledgerUnavailable",
          "facts of the App Store can neither be kept nor read; the log says why"
        ))
    }
    switch parts.signer {
    case nil: reasons.append(("signingNotConfigured", "no offer key was given"))
    case let signer? where signer.isThrowAway:
      reasons.append(("throwAwayKey", "offers are signed with a key that the App Store refuses"))
    default: break
    }
    reasons += parts.bundles.reasons(at: parts.now())
    let isDegraded = condition != .current || ledger != nil
    return JSONText { json in
      json.raw(isDegraded ? "{\"status\":\"degraded\"" : "{\"status\":\"ready\"")
      json.raw(",\"release\":")
      json.string(parts.current.value.release)
      json.raw(",\"reasons\":")
      json.list(reasons) { json, reason in
        json.raw("{\"code\":")
        json.string(reason.code)
        json.raw(",\"detail\":")
        json.string(reason.detail)
        json.raw("}")
      }
      json.raw("}")
    }.bytes
  }
}

func counted(_ errors: Int) -> String { errors == 1 ? "1 error" : "\(errors) errors" }
