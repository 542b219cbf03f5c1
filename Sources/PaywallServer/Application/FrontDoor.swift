import Catalog
import HTTPTransport
package import Hummingbird
import HTTPTypes
import Logging

/// What every request passes, in and out: its id, the release it is answered from, the limit on
/// its headers; and every problem, counted, logged and written in one place.
package struct FrontDoor: HTTPResponder {
  package typealias Context = RequestScope

  let routes: RouterResponder<RequestScope>
  let allowed: AllowedMethods
  let parts: ServerParts
  /// What is answered at once, without the framework.
  let placements: PlacementRoutes
  let fastPath: FastPath
  /// Of the routes.
  package let description: APIDescription
  let dates = HTTPDates()
  let templates = EventLoopTemplateCaches()

  package func respond(to request: Request, context: RequestScope) async -> Response {
    let start = ContinuousClock.now
    var context = context
    context.head = request.head
    var entry = parts.entry(request.head, from: context.peer)
    entry.trace = request.head.trace
    context.entry = entry
    var response: Response
    do {
      try request.head.checkSize()
      response = try await routes.respond(to: request, context: context)
      if response.status.code >= 400, response.status != .serviceUnavailable,
        !Problem.isWritten(response)
      {
        response = missing(request).response(to: request.head)
      }
    } catch is IncompleteRequest {
      // Counted and answered by the connection.
      return Problem(Refusal.incompleteRequest).response
    } catch let problem as Problem {
      response = problem.response(to: request.head)
      if problem.code.status.code >= 500, problem.code != .signingNotConfigured {
        parts.logger.error(
          "problem", metadata: entry.metadata(["code": "\(problem.code.rawValue)"]))
      }
    } catch {
      parts.logger.error(
        "internal error", metadata: entry.metadata(["error": "\(type(of: error))"]))
      response = Problem(.internalError, "Try again; tell us the request id if it stays.")
        .response(to: request.head)
    }
    if request.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestId] = entry.requestId
    let meter = parts.metrics.requests.meter(
      route: context.endpointPath ?? "unknown", method: MethodLabel(request.method))
    if parts.refusals.hasTimedOut(context.channel) {
      noteTooLate(meter, since: start, entry)
    } else {
      finish(meter, response.status.code, since: start, entry)
    }
    return response
  }

  private func missing(_ request: Request) -> Problem {
    guard let allow = allowed.allow(request.head.path ?? "/") else {
      return Problem(.notFound, "Look at the path; the API begins with /v1/.")
    }
    return Problem(
      .methodNotAllowed, "This path takes \(allow).", headers: [.allow: allow])
  }

  /// Whether every request is logged. It is the access log, and off by default: a line costs more
  /// than most answers do, and a proxy writes one already.
  var isLogged: Bool { parts.logger.logLevel <= .debug }

  /// The caller has been told that it takes too long, and that was counted.
  private func noteTooLate(
    _ meter: RouteMeter, since start: ContinuousClock.Instant, _ entry: RequestScope.Entry
  ) {
    parts.logger.warning(
      "answered too late",
      metadata: entry.metadata([
        "method": "\(meter.method.rawValue)", "route": "\(meter.route)",
        "microseconds": "\((ContinuousClock.now - start).nanoseconds / 1000)",
      ]))
  }

  /// Counts an answer, and logs it at the level debug. What a line holds is only put together if
  /// it is written.
  func finish(
    _ meter: RouteMeter, _ status: Int, since start: ContinuousClock.Instant,
    _ entry: RequestScope.Entry
  ) {
    let nanoseconds = (ContinuousClock.now - start).nanoseconds
    meter.answered(status, nanoseconds: nanoseconds)
    parts.logger.debug(
      "answered",
      metadata: entry.metadata([
        "method": "\(meter.method.rawValue)", "route": "\(meter.route)",
        "status": "\(status)", "microseconds": "\(nanoseconds / 1000)",
      ]))
  }
}

extension Problem {
  static let contentType = "application/problem+json"
}
