import Catalog
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
  let dates = HTTPDates()

  package func respond(to request: Request, context: RequestScope) async throws -> Response {
    let start = ContinuousClock.now
    var context = context
    let requestId = requestId(of: request.head)
    context.head = request.head
    let entry = RequestScope.Entry(
      requestId: requestId, release: parts.current.value, gate: parts.gate)
    context.entry = entry
    var response: Response
    do {
      try checkHeaders(of: request.head)
      response = try await routes.respond(to: request, context: context)
      if response.status.code >= 400, !Problem.isWritten(response) {
        response = missing(request).response(to: request.head)
      }
    } catch let problem as Problem {
      response = problem.response(to: request.head)
      if problem.code.status.code >= 500, problem.code != .signingNotConfigured {
        parts.logger.error(
          "problem", metadata: ["request": "\(requestId)", "code": "\(problem.code.rawValue)"])
      }
    } catch {
      parts.logger.error(
        "internal error", metadata: ["request": "\(requestId)", "error": "\(type(of: error))"])
      response = Problem(.internalError, "Try again; tell us the request id if it stays.")
        .response(to: request.head)
    }
    if request.method == .head { response = response.createHeadResponse() }
    response.headers[.xRequestId] = requestId
    finish(
      method: request.method, route: context.endpointPath ?? "unknown", response.status,
      since: start, requestId)
    return response
  }

  /// The caller's own id if it is well-formed, so that one id follows a request through a system.
  func requestId(of head: HTTPRequest) -> String {
    if let id = head.headerFields[.xRequestId], RequestIdentifier.isWellFormed(id) { return id }
    return parts.requestId()
  }

  func checkHeaders(of head: HTTPRequest) throws(Problem) {
    var size = (head.path?.utf8.count ?? 0) + (head.authority?.utf8.count ?? 0)
    for field in head.headerFields {
      size += field.name.rawName.utf8.count + field.value.utf8.count + 4
    }
    guard size <= Limits.headers else {
      throw Problem(
        .headersTooLarge,
        "The request line and the headers may have \(Limits.headers) bytes; these have \(size).")
    }
  }

  private func missing(_ request: Request) -> Problem {
    guard let allow = allowed.allow(request.head.path ?? "/") else {
      return Problem(.notFound, "Look at the path; the API begins with /v1/.")
    }
    return Problem(
      .methodNotAllowed, "This path takes \(allow).", headers: [.allow: allow])
  }

  func finish(
    method: HTTPRequest.Method, route: String, _ status: HTTPResponse.Status,
    since start: ContinuousClock.Instant, _ requestId: String
  ) {
    let took = (ContinuousClock.now - start).components
    let nanoseconds = took.seconds * 1_000_000_000 + took.attoseconds / 1_000_000_000
    let method = FrontDoor.methods.contains(method) ? method.rawValue : "other"
    parts.metrics.answered(
      route: route, method: method, status: status.code, nanoseconds: nanoseconds)
    parts.logger.debug(
      "answered",
      metadata: [
        "request": "\(requestId)", "method": "\(method)", "route": "\(route)",
        "status": "\(status.code)", "microseconds": "\(nanoseconds / 1000)",
      ])
  }

  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]
}

extension Problem {
  static let contentType = "application/problem+json"
}
