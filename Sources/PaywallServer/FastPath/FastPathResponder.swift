import Catalog
package import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI

/// Answers plain GETs of placements at the socket, without the framework.
package final class FastPathResponder: Sendable {
  private let mode: FastPath
  private let entries: EntryFactory
  private let placements: PlacementRoutes
  let decisions: DecisionService
  let ledger: any Ledger
  let metrics: ServerMetrics
  let log: AccessLog
  let now: @Sendable () -> Timestamp
  let dates = HTTPDates()
  let templates = ResponseTemplateCaches()

  init(
    _ mode: FastPath, entries: EntryFactory, placements: PlacementRoutes,
    decisions: DecisionService, ledger: any Ledger, metrics: ServerMetrics, log: AccessLog,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.mode = mode
    self.entries = entries
    self.placements = placements
    self.decisions = decisions
    self.ledger = ledger
    self.metrics = metrics
    self.log = log
    self.now = now
  }

  /// The whole response to a GET of a placement, which every app launch sends. `nil` leaves the
  /// request to the framework, which answers the same by the same functions in the same order,
  /// refusals included (PlainRequests.md, "Three ways, one policy").
  package func response(to get: PlainGet, from peer: ClientAddress) -> PlainResponse? {
    guard mode != .off, Self.isPlacement(get.bytes[get.path]) else { return nil }
    let start = ContinuousClock.now
    var entry = entries.entry(get, from: peer)
    // Without keys the values of such headers matter; the framework reads them.
    guard !entry.release.keys.isEmpty || !get.hasForeignHeader else { return nil }
    if log.isOn { entry.trace = get.trace }
    let shape = usesTemplates ? RequestShape(get) : nil
    let known = shape.flatMap { templates.ofThisLoop.template($0.key, in: entry.release) }
    let caller: Caller
    do throws(Problem) {
      try get.checkSize()
      caller = try entry.admit(payingRefusals: false) { () throws(Problem) in
        guard let known else {
          return try entry.authenticator.caller(get.head, keys: entry.release.keys, from: peer)
        }
        return try entry.authenticator.caller(known: known.caller, from: peer)
      }
    } catch {
      // A flood must be cheap to refuse. The framework reports a bad key.
      guard error.code == .rateLimited else { return nil }
      log.finish(metrics.placementGet, error.code.status.code, since: start, entry)
      return PlainResponse(
        error.http1(requestId: entry.requestId, date: dates.text(at: now())), isRefusal: true)
    }
    let templated = shape.flatMap { shape in
      known.map { TemplatedGet(get, shape, $0, entry, since: start) }
    }
    if let response = templated.flatMap(answer) { return PlainResponse(response) }
    guard let (question, reply) = try? placements.reply(to: get.head, caller, entry) else {
      entry.giveBack(1, caller)
      return nil
    }
    // Ignored attributes are counted per request, but do not change the response.
    if let shape, reply.mayBeKept, question.ignored == IgnoredAttributes() {
      templates.ofThisLoop.learn(shape.key, in: entry.release) {
        ResponseTemplate(question, caller, in: entry.release)
      }
    }
    log.finish(metrics.placementGet, reply.status.code, since: start, entry)
    return PlainResponse(
      reply.http1(requestId: entry.requestId, date: dates.text(at: now())))
  }

  /// A decision log needs more of each than a shape has.
  private var usesTemplates: Bool { mode == .on && !decisions.isLogging }

  /// Whether a template of the calling event loop answers this request; for tests.
  package func hasTemplate(for get: PlainGet) -> Bool {
    guard usesTemplates, let shape = RequestShape(get) else { return false }
    return templates.ofThisLoop.template(shape.key, in: entries.current.value) != nil
  }

  private static let prefix = Array("/v1/placements/".utf8)

  /// `/v1/placements/` and one segment.
  private static func isPlacement(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.starts(with: prefix) else { return false }
    let rest = path.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "?") }
    return !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
  }
}
