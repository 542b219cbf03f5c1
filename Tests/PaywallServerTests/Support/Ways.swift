import Foundation
import HTTPTransport
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import PaywallServer
import Testing

/// One server three times: with everything left to the framework, with each plain GET answered by
/// itself, and with those of a known shape answered from a template. What one says the others have
/// to say, count and log.
struct Ways {
  struct Server {
    let path: FastPath
    let parts: Dependencies
    let application: Application<RootResponder>
    let lines: LogLines
  }

  let servers: [Server]

  init(of testServer: TestServer) throws {
    servers = try FastPath.allCases.map { path in
      var twin = testServer
      twin.lines = LogLines()
      if testServer.decisions != nil { twin.decisions = twin.lines }
      var settings = Settings()
      settings.fastPath = path
      let parts = try twin.dependencies()
      return Server(
        path: path, parts: parts, application: Application.build(parts, settings: settings),
        lines: twin.lines)
    }
  }

  func server(_ path: FastPath) -> Server? { servers.first { $0.path == path } }

  /// Sends a request some times to each server, and compares the responses one by one.
  ///
  /// - Parameter peer: the other end of the connection.
  /// - Returns: what the framework said, each time.
  @discardableResult
  func send(
    _ request: String, times: Int = 1, from peer: String = "127.0.0.1",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let sent = SentRequest(request)
    var expected: [String] = []
    for server in servers {
      let responses = try await sent.responses(of: server, times: times, from: peer)
      if server.path == .off {
        expected = responses
      } else {
        #expect(responses == expected, "\(server.path): \(request)", sourceLocation: sourceLocation)
      }
    }
    return expected
  }

  /// What the servers counted of requests and decisions, and what they logged.
  func compareCounts(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let counts = servers.map { $0.counts + $0.dailyCounts }
    let lines = servers.map { $0.logged }
    for (index, server) in servers.enumerated() {
      #expect(counts[index] == counts[0], "\(server.path)", sourceLocation: sourceLocation)
      #expect(lines[index] == lines[0], "\(server.path)", sourceLocation: sourceLocation)
    }
  }
}

extension Ways.Server {
  /// Lines of the metrics without those that tell the time.
  var counts: [String] {
    let families = [
      "paywall_requests_total", "paywall_request_duration_seconds_count",
      "paywall_decisions_total", "paywall_attributes_ignored_total", "paywall_rate_limited_total",
    ]
    return parts.metrics.text.split(separator: "\n").map(String.init).filter { line in
      families.contains { line.hasPrefix($0) }
    }
  }

  /// What was counted of decisions and keys since this was asked last.
  var dailyCounts: [String] {
    var counts = DailyCounts()
    parts.counts.drain(into: &counts)
    parts.counts.keys.drain(into: &counts, at: time("2026-12-05T12:00:00Z"))
    return counts.counts.map { DailyCount($0, $1) }.sorted().map { "\($0)" }
  }

  /// Without how long it took.
  var logged: [String] {
    lines.all.map { $0.replacing(/microseconds=\d+/, with: "microseconds=…") }
  }
}

/// A request in the form of the tests: `METHOD path`, headers, an empty line and the body.
struct SentRequest {
  private let text: String
  let head: HTTPRequest
  let body: String
  /// The bytes of HTTP/1.1, if the socket reads them.
  let plain: PlainRequest?

  init(_ request: String) {
    text = request
    let parts = request.split(separator: "\n\n", maxSplits: 1)
    var lines = parts[0].split(separator: "\n")
    let start = lines.removeFirst().split(separator: " ", maxSplits: 1)
    var head = HTTPRequest(
      method: HTTPRequest.Method(String(start[0])) ?? .get, scheme: "http", authority: "localhost",
      path: String(start[1]))
    var bytes = "\(start[0]) \(start[1]) HTTP/1.1\r\n"
    if !lines.contains(where: { $0.lowercased().hasPrefix("host: ") }) {
      bytes += "Host: localhost\r\n"
    }
    for line in lines {
      bytes += "\(line)\r\n"
      let pair = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      if pair[0].lowercased() == "host" {
        head.authority = String(pair[1])
      } else if let name = HTTPField.Name(String(pair[0])) {
        head.headerFields.append(HTTPField(name: name, value: String(pair[1])))
      }
    }
    self.head = head
    body = parts.count > 1 ? String(parts[1]) : ""
    if head.method == .post { bytes += "Content-Length: \(body.utf8.count)\r\n" }
    plain = PlainRequest(Array("\(bytes)\r\n\(body)".utf8), from: 0)
  }

  /// As the connection would answer: at the socket, or by the framework.
  func responses(of server: Ways.Server, times: Int, from peer: String) async throws -> [String] {
    let door = server.application.responder
    let address = try #require(ClientAddress(peer))
    var express: [ByteBuffer?] = []
    // At a stretch: shapes are known to the thread that met them.
    let isAtSocket = plain.map { $0.method == .get || $0.isAboutPlacements } ?? false
    if let plain, isAtSocket {
      express = (0..<times).map { _ in plain.bytes(of: door.fastPath, address) }
    }
    var responses: [String] = []
    for index in 0..<times {
      let refused = isAtSocket ? nil : plain.flatMap { $0.bytes(of: door.fastPath, address) }
      if let bytes = index < express.count ? express[index] : refused {
        responses.append(Self.text(Array(bytes.readableBytesView)))
      } else {
        let (response, content) = try await TestServer.respond(
          to: head, body, server.application, from: peer)
        responses.append(Self.text(response, content))
      }
    }
    return responses
  }

  private static func text(_ response: Response, _ content: String) -> String {
    let headers = response.headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    return "\(response.status.code)\n\(headers.joined(separator: "\n"))\n\n\(content)"
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return "no head" }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let headers = lines.dropFirst().compactMap { line -> String? in
      let pair = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pair[0].lowercased()
      // The framework's is added behind the door.
      guard name != "date" else { return nil }
      return "\(name): \(pair.count > 1 ? pair[1] : "")"
    }.sorted()
    let status = lines[0].split(separator: " ").dropFirst().first ?? ""
    let body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
    return "\(status)\n\(headers.joined(separator: "\n"))\n\n\(body)"
  }
}

extension PlainRequest {
  fileprivate var isAboutPlacements: Bool { text(path).hasPrefix("/v1/placements") }

  fileprivate func bytes(of fastPath: FastPathResponder, _ peer: ClientAddress) -> ByteBuffer? {
    fastPath.answer(to: self, from: peer).response?.bytes
  }
}
