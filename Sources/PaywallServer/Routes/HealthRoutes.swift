import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog

/// Whether the process is alive, and should get traffic.
struct HealthRoutes {
  let readiness: ReadinessService
  let current: CurrentRelease
  /// `nil` for a server that shares its ledger with no other.
  let node: @Sendable () -> NodeStanding?

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.healthLive) { _, _ in Response(momentary: ["status": "live"]) }
    routes.on(.healthReady) { _, _ in
      let readiness = await readiness.readiness()
      let answer = ReadinessAnswer(
        readiness, release: current.value.release, node: node())
      return Response(
        momentary: answer.content, status: readiness.wantsTraffic ? .ok : .serviceUnavailable)
    }
  }
}
