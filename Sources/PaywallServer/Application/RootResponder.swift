import PaywallCatalog
import HTTPTransport
package import Hummingbird
import HTTPTypes
import Logging
package import PaywallAPI

/// What every request passes, in and out: its id, its release and the limit on its headers. Counts,
/// logs and writes every problem in one place.
package struct RootResponder: HTTPResponder {
  package typealias Context = RequestScope

  let routes: RouterResponder<RequestScope>
  let allowed: AllowedMethods
  let entries: EntryFactory
  let refusals: Refusals
  let metrics: ServerMetrics
  let logger: Logger
  /// Answers plain requests at the socket, without the framework.
  package let fastPath: FastPathResponder
  let origins: AllowedOrigins
  /// Of the routes.
  package let description: APIDescription

  private var log: AccessLog { AccessLog(logger: logger) }

  package func respond(to request: Request, context: RequestScope) async -> Response {
    let start = ContinuousClock.now
    var context = context
    context.head = request.head
    var entry = entries.entry(request.head, from: context.peer)
    entry.trace = request.head.trace
    context.entry = entry
    var response: Response
    do {
      try request.head.checkSize()
      response =
        if let preflight = origins.preflight(request.head) {
          preflight
        } else {
          try await routes.respond(to: request, context: context)
        }
      if response.status.code >= 400, response.status != .serviceUnavailable,
        !Problem.isWritten(response)
      {
        response = missing(request).response(to: request.head)
      }
    } catch is IncompleteRequest {
      // The connection counts and answers it.
      return Problem(Refusal.incompleteRequest).response
    } catch let problem as Problem {
      response = problem.response(to: request.head)
      if problem.code.status.code >= 500, problem.code != .signingNotConfigured {
        logger.error(
          "problem", metadata: entry.metadata(["code": "\(problem.code.rawValue)"]))
      }
    } catch {
      logger.error(
        "internal error", metadata: entry.metadata(["error": "\(type(of: error))"]))
      response = Problem.unexpected.response(to: request.head)
    }
    if request.method != .options || response.status == .methodNotAllowed {
      origins.allow(&response, to: request.head) { entry.isClient(request.head) }
    }
    if request.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestId] = entry.requestId
    let meter = metrics.requests.meter(
      route: context.endpointPath ?? "unknown", method: MethodLabel(request.method))
    if refusals.hasTimedOut(context.channel) {
      log.noteTooLate(meter, since: start, entry)
    } else {
      log.finish(meter, response.status.code, since: start, entry)
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
}

extension RequestScope.Entry {
  /// Whether the request has a key of an app.
  fileprivate func isClient(_ head: HTTPRequest) -> Bool {
    guard !release.keys.isEmpty else { return false }
    return (try? authenticator.caller(head, keys: release.keys, from: peer))?.role == .client
  }
}
