import Catalog
package import AppStore
import CoreMetrics
package import Decisions
package import Ledger
import Subscribers
import Synchronization

/// What the server counts. Labels come from fixed lists only, so that no request can grow them.
package final class ServerMetrics: Sendable {
  private let registry: PrometheusRegistry
  private let requests = Mutex<[Endpoint: Request]>([:])
  private let decisions: [String: Counter]
  private let ignoredAttributes: [String: Counter]
  private let reloads: [Bool: Counter]
  private let rateLimited: [String: Counter]
  private let diagnostics: Meter
  private let signing: Meter
  private let degraded: Meter
  private let lastReload: Meter

  private struct Endpoint: Hashable, Sendable {
    var route: String
    var method: String
    var status: Int
  }

  private struct Request: Sendable {
    var count: Counter
    var duration: Timer
  }

  package init(_ registry: PrometheusRegistry = PrometheusRegistry()) {
    self.registry = registry
    decisions = Self.counters(
      "paywall_decisions_total", "reason",
      ["forced", "unknownPlacement", "experiment", "winner", "rule", "default"], registry)
    ignoredAttributes = Self.counters(
      "paywall_attributes_ignored_total", "cause", ["undeclared", "mistyped", "unnamed"], registry)
    rateLimited = Self.counters(
      "paywall_rate_limited_total", "scope", RateScope.allCases.map(\.rawValue), registry)
    let reloads = Self.counters(
      "paywall_reloads_total", "result", ["accepted", "refused"], registry)
    self.reloads = [true: reloads["accepted"], false: reloads["refused"]].compactMapValues { $0 }
    diagnostics = Meter(label: "paywall_reload_diagnostics", factory: registry)
    signing = Meter(label: "paywall_signing_configured", factory: registry)
    degraded = Meter(label: "paywall_degraded", factory: registry)
    lastReload = Meter(label: "paywall_last_reload_succeeded", factory: registry)
    lastReload.set(1)
  }

  private static func counters(
    _ label: String, _ dimension: String, _ values: [String], _ registry: PrometheusRegistry
  ) -> [String: Counter] {
    Dictionary(
      values.map { ($0, Counter(label: label, dimensions: [(dimension, $0)], factory: registry)) },
      uniquingKeysWith: { first, _ in first })
  }

  package var text: String { registry.text }

  /// - Parameter route: the pattern of the path, never the path.
  package func answered(route: String, method: String, status: Int, nanoseconds: Int64) {
    let endpoint = Endpoint(route: route, method: method, status: status)
    let request = requests.withLock { requests in
      if let known = requests[endpoint] { return known }
      let labels = [("route", route), ("method", method), ("status", String(status))]
      let request = Request(
        count: Counter(label: "paywall_requests_total", dimensions: labels, factory: registry),
        duration: Timer(
          label: "paywall_request_duration_seconds", dimensions: [("route", route)],
          factory: registry))
      requests[endpoint] = request
      return request
    }
    request.count.increment()
    request.duration.recordNanoseconds(nanoseconds)
  }

  package func decided(_ reason: Reason) { decisions[reason.name]?.increment() }

  package func limited(_ scope: RateScope) { rateLimited[scope.rawValue]?.increment() }

  package func ignored(_ count: Int, cause: String) {
    if count > 0 { ignoredAttributes[cause]?.increment(by: count) }
  }

  package func signed(form: SignatureForm, basis: String) {
    Counter(
      label: "paywall_offers_signed_total",
      dimensions: [("form", form.rawValue), ("basis", basis)],
      factory: registry
    ).increment()
  }

  /// What came of a notification of the App Store.
  package enum Received: String { case new, already, refused, unavailable }

  package func received(_ outcome: Received) {
    count("paywall_notifications_total", ("outcome", outcome.rawValue))
  }

  /// Somebody presented a text that Apple did not sign for this app.
  package func refused(_ distrust: Distrust) {
    count("paywall_signed_texts_refused_total", ("reason", distrust.reason.rawValue))
  }

  package func granted(_ outcome: GrantOutcome) {
    let word =
      switch outcome {
      case .granted(_, let isRetry): isRetry ? "retry" : "granted"
      case .refused(let refusal): refusal.rawValue
      case .unknownCustomer: "unknownCustomer"
      }
    count("paywall_grants_total", ("outcome", word))
  }

  /// - Parameter outcomes: of claims, in the words of the wire; `variantMismatch` is to be watched.
  package func exposed(_ outcomes: [String]) {
    for (outcome, number) in outcomes.reduce(into: [String: Int](), { $0[$1, default: 0] += 1 }) {
      count("paywall_exposures_total", ("outcome", outcome), by: number)
    }
  }

  package func aliased(_ outcome: AliasOutcome) {
    count("paywall_aliases_total", ("outcome", outcome.rawValue))
  }

  package func ledgerFailed() { count("paywall_ledger_failures_total", nil) }

  private func count(_ label: String, _ dimension: (String, String)?, by number: Int = 1) {
    Counter(label: label, dimensions: dimension.map { [$0] } ?? [], factory: registry)
      .increment(by: number)
  }

  package func started(isSigning: Bool, diagnostics: Int) {
    signing.set(isSigning ? 1 : 0)
    degraded.set(diagnostics > 0 ? 1 : 0)
    self.diagnostics.set(diagnostics)
  }

  package func reloaded() {
    reloads[true]?.increment()
    lastReload.set(1)
    diagnostics.set(0)
    degraded.set(0)
  }

  /// What had been accepted turned out to contradict the ledger.
  package func wentBack(diagnostics count: Int, condition: CurrentRelease.Condition) {
    reloadFailed(diagnostics: count)
    if case .reloadFailed = condition {} else { degraded.set(1) }
  }

  package func reloadFailed(diagnostics count: Int) {
    reloads[false]?.increment()
    lastReload.set(0)
    diagnostics.set(count)
  }
}
