import PaywallCatalog
import HTTPTransport
package import Hummingbird
import HTTPTypes
import Logging
package import PaywallAPI

/// What every request passes, in and out: its id, its release and the limit on its headers. Counts,
/// logs and writes every problem in one place.
package struct RootResponder: HTTPResponder {
  package typealias Context = RequestSource

  let router: Router
  let entries: EntryFactory
  let refusals: Refusals
  let metrics: ServerMetrics
  let logger: Logger
  let origins: AllowedOrigins
  /// Of the routes.
  package let description: APIDescription

  private var log: AccessLog { AccessLog(logger: logger) }

  package func respond(to request: Request, context source: RequestSource) async -> Response {
    let start = ContinuousClock.now
    let head = request.head
    var entry = entries.entry(head, from: source.peer)
    entry.trace = head.trace
    let found = router.find(head.method, head.path ?? "/")
    var response: Response
    do {
      response = try await answer(request, found, entry)
    } catch is IncompleteRequest {
      // The connection counts and answers it.
      return Problem(Refusal.incompleteRequest).response
    } catch let problem as Problem {
      response = problem.response(to: head)
      if problem.code.status.code >= 500, problem.code != .signingNotConfigured {
        logger.error(
          "problem", metadata: entry.metadata(["code": "\(problem.code.rawValue)"]))
      }
    } catch {
      logger.error(
        "internal error", metadata: entry.metadata(["error": "\(type(of: error))"]))
      response = Problem.unexpected.response(to: head)
    }
    if head.method != .options || response.status == .methodNotAllowed {
      origins.allow(&response, to: head) { entry.isClient(head) }
    }
    if head.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestId] = entry.requestId
    let meter = meter(of: found, head.method)
    if refusals.hasTimedOut(source.channel) {
      log.noteTooLate(meter, since: start, entry)
    } else {
      log.finish(meter, response.status.code, since: start, entry)
    }
    return response
  }

  private func answer(
    _ request: Request, _ found: Router.Found, _ entry: RequestScope.Entry
  ) async throws -> Response {
    try request.head.checkSize()
    if let preflight = origins.preflight(request.head) { return preflight }
    switch found {
    case .route(let route, let parameters):
      return try await route.answer(
        request, RequestScope(head: request.head, entry: entry, parameters: parameters))
    case .otherMethods(let allow):
      throw Problem(.methodNotAllowed, "This path takes \(allow).", headers: [.allow: allow])
    case .nothing:
      throw Problem(.notFound, "Look at the path; the API begins with /v1/.")
    }
  }

  private func meter(of found: Router.Found, _ method: HTTPRequest.Method) -> RouteMeter {
    if case .route(let route, _) = found { return route.meter(of: method) }
    return metrics.requests.meter(route: "NotFound", method: MethodLabel(method))
  }
}

extension RequestScope.Entry {
  /// Whether the request has a key of an app.
  fileprivate func isClient(_ head: HTTPRequest) -> Bool {
    guard !release.keys.isEmpty else { return false }
    return (try? authenticator.caller(head, keys: release.keys, from: peer))?.role == .client
  }
}
