package import HTTPDocuments
package import HTTPTransport
package import HTTPTypes
package import Logging
package import NIOCore
package import PaywallCatalog

/// Writes the refusals of connections as problem documents, and logs each.
package struct ProblemResponder: RefusalResponder {
  private let noted: Note
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let requestId: @Sendable () -> String
  private let dates = HTTPDates()

  /// Counts a refusal.
  ///
  /// - Parameters:
  ///   - method: of a request that was read so far.
  ///   - limit: the time that the request had, or zero; `nil` if it gets no response.
  package typealias Note =
    @Sendable (_ code: Problem.Code, _ method: HTTPRequest.Method?, _ limit: TimeAmount?) -> Void

  package init(
    logger: Logger, now: @escaping @Sendable () -> Timestamp = SystemClock.now,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh,
    noted: @escaping Note = { _, _, _ in }
  ) {
    self.noted = noted
    self.logger = logger
    self.now = now
    self.requestId = requestId
  }

  package func response(
    to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    let problem = Problem(refusal)
    let id = request?.requestId ?? requestId()
    noted(problem.code, request?.method, limit)
    logger.log(
      level: problem.code == .answerTimeout ? .error : .debug, "problem",
      metadata: ["code": "\(problem.code.rawValue)", "request": "\(id)"])
    var response = problem.response
    response.headers[.connection] = "close"
    response.headers[.xRequestId] = id
    response.headers[.date] = dates.text(at: now())
    return (response.head, response.body)
  }

  package func count(_ refusal: Refusal) { noted(Problem(refusal).code, nil, nil) }
}
