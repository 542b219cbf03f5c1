package import PaywallCatalog
package import HTTPTransport
package import HTTPTypes
package import Logging
package import NIOCore
import PaywallAPI

/// Writes the refusals of connections as problem documents. Each is counted and logged, as
/// `RootResponder` does for the responses of routes.
package struct ProblemResponder: RefusalResponder {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let requestId: @Sendable () -> String
  private let dates = HTTPDates()

  package init(
    metrics: ServerMetrics, logger: Logger, now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String
  ) {
    self.metrics = metrics
    self.logger = logger
    self.now = now
    self.requestId = requestId
  }

  package func response(
    to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    let problem = Problem(refusal)
    let id = note(problem, request, after: limit)
    let body = problem.json
    var head = problem.head(bodyCount: body.count, requestId: id)
    head.headerFields[.date] = dates.text(at: now())
    return (head, ByteBuffer(bytes: body))
  }

  package func http1(_ refusal: Refusal) -> ByteBuffer {
    let problem = Problem(refusal)
    return problem.http1(
      requestId: note(problem, nil, after: .zero), date: dates.text(at: now()))
  }

  package func count(_ refusal: Refusal) { metrics.refused(Problem(refusal).code) }

  private func note(
    _ problem: Problem, _ request: RefusedRequest?, after limit: TimeAmount
  ) -> String {
    let id = request?.requestId ?? requestId()
    metrics.refused(problem.code)
    metrics.requests.meter(
      route: Self.route, method: request.map { MethodLabel($0.method) } ?? .other
    )
    .answered(problem.code.status.code, nanoseconds: limit.nanoseconds)
    logger.log(
      level: problem.code == .answerTimeout ? .error : .debug, "problem",
      metadata: ["code": "\(problem.code.rawValue)", "request": "\(id)"])
    return id
  }

  /// The route label of a response that no route gave.
  private static let route = "none"
}
