import HTTPTypes
import PaywallAPI
import PaywallServer
import Testing

/// A viewer reads results, experiments and status, and can change and forget nothing.
@Suite("Keys with the role viewer")
struct ViewerTests {
  private let application: Application

  init() throws {
    let server = TestServer(keys: TestServer.allKeys)
    application = try server.application()
  }

  /// The answer to a request without a body, whatever the route asks for.
  private func ask(_ method: HTTPRequest.Method, _ path: String, key: String) async throws
    -> String
  {
    let path = path.replacing(/\{\w+\}/, with: "annual-trial")
    return try await TestServer.send(
      "\(method.rawValue) \(path)\nAuthorization: Bearer \(key)", to: application)
  }

  @Test(
    "may look", arguments: ["/v1/experiments/annual-trial/results", "/v1/status", "/metrics"])
  func reads(_ path: String) async throws {
    #expect(try await ask(.get, path, key: "viewer-key").hasPrefix("200\n"))
    #expect(try await ask(.get, path, key: "admin-key").hasPrefix("200\n"))
    for key in ["client-key", "server-key"] {
      let answer = try await ask(.get, path, key: key)
      answer.expect(403, "roleRequired")
    }
  }

  @Test("is refused by every other route that asks for a key")
  func refused() async throws {
    let readable: Set = ["experimentResults", "status", "metrics"]
    let others = application.responder.description.routes.filter {
      $0.standing != .none && !readable.contains($0.operation.id)
    }
    #expect(others.count > 15)
    for operation in others.map(\.operation) {
      let answer = try await ask(operation.method, operation.path, key: "viewer-key")
      answer.expect(403, "roleRequired")
    }
  }

  /// Their key is in a path, which logs keep.
  @Test("is refused where the key is a part of the path")
  func features() async throws {
    let answer = try await TestServer.send("GET /api/features/viewer-key", to: application)
    answer.expect(403, "roleRequired")
  }
}
