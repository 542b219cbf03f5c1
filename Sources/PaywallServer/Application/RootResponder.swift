package import HTTPDocuments
import HTTPService
package import HTTPTransport
package import HTTPTypes
import Logging
package import PaywallAPI
import PaywallCatalog

/// Handles the parts that all requests share: the id, the release and the limit on the headers.
/// Counts, logs and writes every problem in one place.
package struct RootResponder: Sendable {
  let router: Router<MeteredRoute>
  let entries: EntryFactory
  let metrics: ServerMetrics
  let logger: Logger
  let origins: AllowedOrigins
  /// The description of the routes.
  package let description: APIDescription

  private var log: AccessLog { AccessLog(logger: logger) }

  package func answer(_ request: Request, _ source: RequestSource) -> Answer {
    let head = request.head
    let passing = Passing(
      found: router.find(head.method, head.path ?? "/"),
      entry: entries.entry(head, from: source.peer),
      source: source, start: .now)
    do {
      switch try answer(request, passing) {
      case .now(let response): return .now(finished(response, to: head, passing))
      case .later(let route):
        return .later {
          do { return finished(try await route(), to: head, passing) } catch {
            return response(to: error, head, passing)
          }
        }
      }
    } catch {
      return .later { response(to: error, head, passing) }
    }
  }

  /// A request on its way.
  private struct Passing: Sendable {
    let found: Router<MeteredRoute>.Found
    let entry: RequestScope.Entry
    let source: RequestSource
    let start: ContinuousClock.Instant
  }

  private func answer(_ request: Request, _ passing: Passing) throws -> RouteAnswer {
    let head = request.head
    try head.checkSize()
    if let preflight = origins.preflight(head) { return .later { preflight } }
    switch passing.found {
    case .route(let route, let parameters):
      return try route.answer(
        request, RequestScope(head: head, entry: passing.entry, parameters: parameters))
    case .otherMethods(let allow):
      throw Problem(.methodNotAllowed, "This path takes \(allow).", headers: [.allow: allow])
    case .nothing:
      throw Problem(.notFound, "Check the path; the API begins with /v1/.")
    }
  }

  private func response(to error: any Error, _ head: HTTPRequest, _ passing: Passing) -> Response {
    switch error {
    // The connection counts and answers it.
    case is IncompleteRequest: return Problem(Refusal.incompleteRequest).response
    case let problem as Problem:
      if problem.code.status.code >= 500, problem.code != .signingNotConfigured {
        logger.error(
          "problem", metadata: passing.entry.metadata(["code": "\(problem.code.rawValue)"]))
      }
      return finished(problem.response(to: head), to: head, passing)
    default:
      logger.error(
        "internal error", metadata: passing.entry.metadata(["error": "\(type(of: error))"]))
      return finished(Problem.unexpected.response(to: head), to: head, passing)
    }
  }

  private func finished(_ response: Response, to head: HTTPRequest, _ passing: Passing) -> Response
  {
    var response = response
    finish(&response.head, to: head, passing)
    return head.method == .head ? response.withoutBody : response
  }

  /// Completes a response with the headers that all have; counts and logs it.
  private func finish(_ response: inout HTTPResponse, to head: HTTPRequest, _ passing: Passing) {
    let entry = passing.entry
    if head.method != .options || response.status == .methodNotAllowed {
      origins.allow(&response, to: head) { entry.isClient(head) }
    }
    response.headerFields[.xRequestId] = entry.requestId
    let meter = meter(of: passing.found, head.method)
    if passing.source.hasTimedOut {
      log.noteTooLate(meter, since: passing.start, entry)
    } else {
      log.finish(meter, response.status.code, since: passing.start, entry)
    }
  }

  private func meter(of found: Router<MeteredRoute>.Found, _ method: HTTPRequest.Method)
    -> RouteMeter
  {
    if case .route(let route, _) = found { return route.meter(of: method) }
    return metrics.requests.meter(route: "NotFound", method: MethodLabel(method))
  }
}

extension RequestScope.Entry {
  /// True if the request has a key of an app.
  fileprivate func isClient(_ head: HTTPRequest) -> Bool {
    guard !release.keys.isEmpty else { return false }
    return (try? authenticator.caller(head, keys: release.keys, from: peer))?.role == .client
  }
}

extension Problem {
  /// A mistake in this program, such as a request that did not pass ``RootResponder``.
  static let unexpected = Problem(
    .internalError, "Try again; if it persists, report the request id.")
}

extension HTTPRequest {
  package func checkSize() throws(Problem) {
    guard byteCount <= Limits.headers else {
      throw Problem(
        .headersTooLarge,
        "The request line and the headers may have \(Limits.headers) bytes; these have \(byteCount)."
      )
    }
  }
}
