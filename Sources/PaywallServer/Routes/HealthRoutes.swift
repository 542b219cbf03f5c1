import PaywallCatalog
import HTTPTypes
import HTTPTransport
import PaywallAPI
import PaywallTextCoding

/// Whether the process is alive, and should get traffic.
struct HealthRoutes {
  let readiness: ReadinessService
  let current: CurrentRelease
  /// `nil` for a server that shares its ledger with no other.
  let node: @Sendable () -> NodeStanding?

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.healthLive) { _, _ in Response(momentary: Array("{\"status\":\"live\"}".utf8)) }
    routes.on(.healthReady) { _, _ in
      let readiness = await readiness.readiness()
      var response = Response(momentary: json(readiness))
      if !readiness.wantsTraffic { response.status = .serviceUnavailable }
      return response
    }
  }

  private func json(_ readiness: Readiness) -> [UInt8] {
    JSONText { json in
      json.raw("{\"status\":")
      json.string(readiness.status.rawValue)
      json.raw(",\"release\":")
      json.string(current.value.release)
      json.raw(",\"reasons\":")
      json.list(readiness.reasons) { json, reason in
        json.raw("{\"code\":")
        json.string(reason.code)
        json.raw(",\"weight\":")
        json.string(reason.weight.rawValue)
        json.raw(",\"detail\":")
        json.string(reason.detail)
        json.raw("}")
      }
      if let node = node() {
        json.raw(",\"node\":{\"id\":")
        json.string(node.id)
        json.raw(",\"version\":")
        json.string(node.version)
        if let clock = node.clock {
          json.raw(",\"clockMilliseconds\":")
          json.integer(clock)
        }
        if let lag = node.lag {
          json.raw(",\"lagMilliseconds\":")
          json.integer(lag)
        }
        json.raw("}")
      }
      json.raw("}")
    }.bytes
  }
}
