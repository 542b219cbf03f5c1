import HTTPTypes
import Hummingbird
import HummingbirdCore
import LocalAppStoreStories
import NIOCore
import Synchronization
import Testing

/// A back end in no language of ours: it takes notifications, and answers questions.
final class StubBackEnd: Sendable {
  /// The bodies of `POST /apple`, as they came.
  var notifications: [String] { taken.withLock { $0 } }
  /// Every other request: method, path, the header `Authorization`, and the body.
  var requests: [String] { asked.withLock { $0 } }
  private let taken = Mutex<[String]>([])
  private let asked = Mutex<[String]>([])
  /// How a request that is no notification is answered, by its number from 0.
  private let answer: @Sendable (Int) -> String
  private let status: HTTPResponse.Status

  init(
    accepting status: HTTPResponse.Status = .ok,
    answer: @escaping @Sendable (Int) -> String = { _ in "{}" }
  ) {
    self.status = status
    self.answer = answer
  }

  /// Runs a story against it.
  func run(
    _ story: Story, seed: UInt64 = 1,
    change: @escaping @Sendable (inout StoryRunner) -> Void = { _ in }
  ) async throws -> StoryResult {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      router: router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        listening.yield(channel.localAddress?.port ?? 0)
        listening.finish()
      }, logger: quiet)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await application.run() }
      let port = try #require(await ports.first { _ in true })
      let url = "http://127.0.0.1:\(port)"
      let result = try await LocalAppStoreStoriesTests.run(
        story, seed: seed,
        target: .backEnd(
          notify: "\(url)/apple", url: url, headers: [("Authorization", "Bearer test")]),
        change: change)
      tasks.cancelAll()
      return result
    }
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.post("apple") { [self] request, _ in
      let body = try await request.body.collect(upTo: 1_000_000)
      taken.withLock { $0.append(String(buffer: body)) }
      return Response(status: status)
    }
    for method in [HTTPRequest.Method.get, .post] {
      router.on("**", method: method) { [self] request, _ in
        let body = String(buffer: try await request.body.collect(upTo: 1_000_000))
        let text =
          "\(method) \(request.uri.string) \(request.headers[.authorization] ?? "-") \(body)"
        let number = asked.withLock { requests in
          requests.append(text)
          return requests.count - 1
        }
        return Response(
          status: .ok, headers: [.contentType: "application/json"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: answer(number))))
      }
    }
    return router
  }
}
