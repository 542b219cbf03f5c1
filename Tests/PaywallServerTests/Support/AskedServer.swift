import HTTPTransport
import HTTPTypes
import Ledger
import PaywallServer

/// A server that is asked several times, and keeps its buckets and counts in between.
struct AskedServer {
  let parts: Dependencies
  private let application: Application

  init(of testServer: TestServer, _ settings: Settings = Settings()) throws {
    parts = try testServer.dependencies()
    application = Application.build(parts, settings: settings)
  }

  /// Sends a request some times.
  ///
  /// - Parameter peer: the other end of the connection.
  /// - Returns: each response, with all of its headers.
  @discardableResult
  func send(
    _ request: String, times: Int = 1, from peer: String = "127.0.0.1"
  ) async throws -> [String] {
    let sent = SentRequest(request)
    var responses: [String] = []
    for _ in 0..<times {
      let (response, content) = try await TestServer.respond(
        to: sent.head, sent.body, application, from: peer)
      let headers = response.headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
      responses.append(
        "\(response.status.code)\n\(headers.joined(separator: "\n"))\n\n\(content)")
    }
    return responses
  }
}

/// A request in the form of the tests: `METHOD path`, headers, an empty line and the body.
struct SentRequest {
  let head: HTTPRequest
  let body: String

  init(_ request: String) {
    let parts = request.split(separator: "\n\n", maxSplits: 1)
    var lines = parts[0].split(separator: "\n")
    let start = lines.removeFirst().split(separator: " ", maxSplits: 1)
    var head = HTTPRequest(
      method: HTTPRequest.Method(String(start[0])) ?? .get, scheme: "http", authority: "localhost",
      path: String(start[1]))
    for line in lines {
      let pair = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      if pair[0].lowercased() == "host" {
        head.authority = String(pair[1])
      } else if let name = HTTPField.Name(String(pair[0])) {
        head.headerFields.append(HTTPField(name: name, value: String(pair[1])))
      }
    }
    self.head = head
    body = parts.count > 1 ? String(parts[1]) : ""
  }
}
