import PaywallCatalog
package import HTTPTransport
import HTTPTypes
import Ledger
import PaywallAPI

/// Answers at the socket, without the framework: plain questions about placements, and the plain
/// requests of callers who have no tokens left.
package final class FastPathResponder: Sendable {
  private let mode: FastPath
  private let entries: EntryFactory
  private let placements: PlacementRoutes
  private let routes: ChargedRoutes
  let decisions: DecisionService
  let ledger: any Ledger
  let metrics: ServerMetrics
  let log: AccessLog
  /// The framework refuses the requests of web pages, which may read the refusal.
  private let leavesForeignRefusals: Bool
  let now: @Sendable () -> Timestamp
  let dates = HTTPDates()
  let templates = ResponseTemplateCaches()

  init(
    _ mode: FastPath, entries: EntryFactory, placements: PlacementRoutes, routes: ChargedRoutes,
    decisions: DecisionService, ledger: any Ledger, metrics: ServerMetrics, log: AccessLog,
    leavesForeignRefusals: Bool = false, now: @escaping @Sendable () -> Timestamp
  ) {
    self.mode = mode
    self.entries = entries
    self.placements = placements
    self.routes = routes
    self.decisions = decisions
    self.ledger = ledger
    self.metrics = metrics
    self.log = log
    self.leavesForeignRefusals = leavesForeignRefusals
    self.now = now
  }

  /// Answers a request, or leaves it to the framework, which answers the same by the same functions
  /// in the same order (PlainRequests.md, "Three ways, one policy").
  package func answer(to request: PlainRequest, from peer: ClientAddress) -> PlainAnswer {
    guard mode != .off else { return .framework }
    let start = ContinuousClock.now
    guard let route = PlacementRoute(request), request.isWhole else {
      if let refusal = refusal(of: request, from: peer, since: start) { return .response(refusal) }
      return awaitsBody(of: request, from: peer) ? .wholeBody : .framework
    }
    return answer(request, route, from: peer, since: start).map { .response($0) } ?? .framework
  }

  /// Whether a placement will be asked for once the body is here. The framework refuses other
  /// callers before they have sent a body.
  private func awaitsBody(of request: PlainRequest, from peer: ClientAddress) -> Bool {
    guard PlacementRoute(request) != nil, (try? request.checkSize()) != nil else { return false }
    let entry = entries.entry(request, from: peer)
    let caller = try? entry.authenticator.caller(
      request.head, keys: entry.release.keys, from: peer)
    return caller != nil
  }

  /// Refuses a caller without tokens as the route would before its work. Takes nothing of others, who
  /// pay at the route. Setting up the framework is most of what a request on a new connection costs,
  /// and a flood must be cheap to refuse.
  private func refusal(
    of request: PlainRequest, from peer: ClientAddress, since start: ContinuousClock.Instant
  ) -> PlainResponse? {
    guard let route = routes.route(of: request), (try? request.checkSize()) != nil,
      request.body.count <= ConnectionLimits.largestBody,
      !(leavesForeignRefusals && request.hasForeignHeader)
    else { return nil }
    let entry = entries.entry(request, from: peer)
    return entry.refusal(of: request.head, price: route.price).map {
      refuse($0, request, route.meter, entry, since: start)
    }
  }

  private func refuse(
    _ problem: Problem, _ request: PlainRequest, _ meter: RouteMeter, _ entry: RequestScope.Entry,
    since start: ContinuousClock.Instant
  ) -> PlainResponse {
    var entry = entry
    if log.isOn { entry.trace = request.trace }
    log.finish(meter, problem.code.status.code, since: start, entry)
    return PlainResponse(
      problem.http1(requestId: entry.requestId, date: dates.text(at: now())),
      then: problem.headers[.connection] == "close" ? .close : .rest)
  }

  /// What every app launch sends.
  private func answer(
    _ request: PlainRequest, _ route: PlacementRoute, from peer: ClientAddress,
    since start: ContinuousClock.Instant
  ) -> PlainResponse? {
    var entry = entries.entry(request, from: peer)
    // Without keys the values of such headers matter; the framework reads them.
    guard !entry.release.keys.isEmpty || !request.hasForeignHeader else { return nil }
    if log.isOn { entry.trace = request.trace }
    let shape = usesTemplates ? RequestShape(request) : nil
    let known = shape.flatMap { templates.ofThisLoop.template($0.key, in: entry.release) }
    let caller: Caller
    do throws(Problem) {
      try request.checkSize()
      caller = try entry.admit(payingRefusals: false) { () throws(Problem) in
        guard let known else {
          return try entry.authenticator.caller(request.head, keys: entry.release.keys, from: peer)
        }
        return try entry.authenticator.caller(known: known.caller, from: peer)
      }
    } catch {
      // The framework reports a bad key, and charges for it.
      let refusal = error.code == .rateLimited ? error : entry.refusal(after: error)
      return refusal.map { refuse($0, request, route.meter(metrics), entry, since: start) }
    }
    if let shape, let known {
      let templated = TemplatedRequest(request, route, shape, known, entry, since: start)
      if let response = answer(request, by: templated) { return PlainResponse(response) }
    }
    guard let (question, reply) = try? placements.reply(to: request, route, caller, entry) else {
      entry.giveBack(1, caller)
      entry.uses.takeBack(caller)
      return nil
    }
    if known == nil, let shape, reply.mayBeKept,
      question.ignored.isEmpty || !question.tellsIgnored
    {
      templates.ofThisLoop.learn(shape.key, in: entry.release) {
        ResponseTemplate(question, caller, in: entry.release)
      }
    }
    log.finish(route.meter(metrics), reply.status.code, since: start, entry)
    return PlainResponse(
      reply.http1(requestId: entry.requestId, date: dates.text(at: now())))
  }

  /// A decision log needs more of each than a shape has.
  private var usesTemplates: Bool { mode == .on && !decisions.isLogging }

  /// Whether a template of the calling event loop answers this request; for tests.
  package func hasTemplate(for get: PlainRequest) -> Bool {
    guard usesTemplates, let shape = RequestShape(get) else { return false }
    return templates.ofThisLoop.template(shape.key, in: entries.current.value) != nil
  }
}
