package import Catalog
import HTTPTypes
package import Logging
import NIOCore
import PaywallAPI
import Synchronization

/// What connections answer themselves, without a route: text that is no request, and what took too
/// long. Each is counted, as `RootResponder` counts the answers of routes.
package final class Refusals: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let requestId: @Sendable () -> String
  private let dates = HTTPDates()
  /// Where a route is still at a request that was told to be too late.
  private let late = Mutex<Set<ObjectIdentifier>>([])
  private let lateCount = Atomic(0)

  package init(
    metrics: ServerMetrics, logger: Logger, now: @escaping @Sendable () -> Timestamp,
    requestId: @escaping @Sendable () -> String
  ) {
    self.metrics = metrics
    self.logger = logger
    self.now = now
    self.requestId = requestId
  }

  /// The answer to a request, or to what never became one.
  ///
  /// - Parameter limit: what it had, if it took too long.
  func answer(
    _ problem: Problem, to asked: AskedRequest?, after limit: TimeAmount = .zero
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    let id = note(problem, asked, after: limit)
    let body = problem.json
    var head = problem.head(bodyCount: body.count, requestId: id)
    head.headerFields[.date] = dates.text(at: now())
    return (head, ByteBuffer(bytes: body))
  }

  /// The whole answer to bytes that nobody reads, in those of HTTP/1.1.
  func http1(_ problem: Problem) -> ByteBuffer {
    problem.http1(requestId: note(problem, nil, after: .zero), date: dates.text(at: now()))
  }

  /// Somebody was sent away without a word.
  func count(_ code: Problem.Code) { metrics.refused(code) }

  private func note(
    _ problem: Problem, _ asked: AskedRequest?, after limit: TimeAmount
  ) -> String {
    let id = asked?.requestId ?? requestId()
    metrics.refused(problem.code)
    metrics.requests.meter(
      route: Self.route, method: asked.map { MethodLabel($0.method) } ?? .other
    )
    .answered(problem.code.status.code, nanoseconds: limit.nanoseconds)
    logger.log(
      level: problem.code == .answerTimeout ? .error : .debug, "problem",
      metadata: ["code": "\(problem.code.rawValue)", "request": "\(id)"])
    return id
  }

  /// The label of what no route answered.
  private static let route = "none"
}

extension Refusals {
  /// The connection, or the stream, tells its client that the answer takes too long.
  func tooLate(_ channel: any Channel) {
    late.withLock { late in
      late.insert(ObjectIdentifier(channel))
      lateCount.store(late.count, ordering: .relaxed)
    }
  }

  /// Whether whoever asked there was told so; then an answer counts no more.
  func isTooLate(_ channel: ObjectIdentifier) -> Bool {
    lateCount.load(ordering: .relaxed) > 0 && late.withLock { $0.contains(channel) }
  }

  /// Nobody is at a request of the channel any more.
  func forget(_ channel: any Channel) {
    guard lateCount.load(ordering: .relaxed) > 0 else { return }
    late.withLock { late in
      late.remove(ObjectIdentifier(channel))
      lateCount.store(late.count, ordering: .relaxed)
    }
  }
}

/// What a refusal has to know of the request.
struct AskedRequest {
  let method: HTTPRequest.Method
  /// The caller's own, if it is well-formed.
  let requestId: String?

  init(_ head: HTTPRequest) {
    method = head.method
    requestId = head.headerFields[.xRequestId].flatMap {
      RequestIdentifier.isWellFormed($0) ? $0 : nil
    }
  }
}
