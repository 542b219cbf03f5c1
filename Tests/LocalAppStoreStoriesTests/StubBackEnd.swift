import HTTPService
import HTTPTransport
import HTTPTypes
import LocalAppStoreStories
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A back end that is not ours: it takes notifications, and answers questions.
final class StubBackEnd: Sendable {
  /// The bodies of notifications, as they came.
  var notifications: [String] { taken.withLock { $0 } }
  /// Every other request: method, path, the header `Authorization`, and the body.
  var requests: [String] { asked.withLock { $0 } }
  private let taken = Mutex<[String]>([])
  private let asked = Mutex<[String]>([])
  /// How a request that is no notification is answered, by its number from 0.
  private let answer: @Sendable (Int) -> String
  private let status: HTTPResponse.Status
  /// The path of notifications.
  private let notified: String

  init(
    accepting status: HTTPResponse.Status = .ok, notified: String = "/apple",
    answer: @escaping @Sendable (Int) -> String = { _ in "{}" }
  ) {
    self.status = status
    self.notified = notified
    self.answer = answer
  }

  /// Runs a story against it.
  func run(
    _ story: Story, seed: UInt64 = 1,
    change: @escaping @Sendable (inout StoryRunner) -> Void = { _ in }
  ) async throws -> StoryResult {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let server = HTTPServer(host: "127.0.0.1", port: 0, connection, logger: quiet) { port in
      listening.yield(port)
      listening.finish()
    }
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await server.run() }
      let port = try #require(await ports.first { _ in true })
      let url = "http://127.0.0.1:\(port)"
      let result = try await LocalAppStoreStoriesTests.run(
        story, seed: seed,
        target: .backEnd(
          notify: url + notified, url: url, headers: [("Authorization", "Bearer test")]),
        change: change)
      tasks.cancelAll()
      return result
    }
  }

  private var connection: Connection {
    let limits = ConnectionLimits()
    let refusals = ProblemResponder(logger: quiet)
    return Connection(
      respond: { request, _ in .later { await self.response(to: request) } }, limits: limits,
      limiter: ConnectionLimiter(capacity: limits.connections, logger: quiet),
      bodies: BodyRules(budget: BodyBudget(bytes: limits.bodyBytes), proxies: TrustedProxies()),
      refusals: refusals, counters: Uncounted(),
      eventLoops: MultiThreadedEventLoopGroup.singleton)
  }

  private func response(to request: Request) async -> Response {
    guard let bytes = try? await request.body.bytes(upTo: 1_000_000) else {
      return Response(status: .badRequest)
    }
    let body = String(decoding: bytes, as: UTF8.self)
    if request.method == .post, request.path == notified {
      taken.withLock { $0.append(body) }
      return Response(status: status)
    }
    let text =
      "\(request.method) \(request.head.path ?? "") \(request.headers[.authorization] ?? "-") \(body)"
    let number = asked.withLock { requests in
      requests.append(text)
      return requests.count - 1
    }
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ByteBuffer(string: answer(number)))
  }
}
