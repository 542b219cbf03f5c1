import HTTPTransport
import NIOCore
import NIOHPACK
import NIOHTTP2
import PaywallServer
import TestSupport
import Testing

/// RFC 9112, 8 and RFC 9113, 8.1.1: a message that was cut is no request, and nothing is done for it.
@Suite("Requests that were cut", .timeLimit(.minutes(10)))
struct IncompleteRequestTests {
  /// How a request of HTTP/1.1 comes; the sent part of the body is a whole document each time.
  enum Shape: String, CaseIterable, Sendable {
    case shortOfLength, withoutLastChunk, withinLastChunk, withinChunk

    func text(_ writing: Writing) throws -> String {
      let body = try writing.body
      let head =
        "POST \(writing.path) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: \(writing.key)\r\n"
      let chunked = "\(head)Transfer-Encoding: chunked\r\n\r\n"
      let size = String(body.utf8.count, radix: 16)
      switch self {
      case .shortOfLength: return "\(head)Content-Length: \(body.utf8.count + 1)\r\n\r\n\(body)"
      case .withoutLastChunk: return "\(chunked)\(size)\r\n\(body)\r\n"
      case .withinLastChunk: return "\(chunked)\(size)\r\n\(body)\r\n0\r\n"
      case .withinChunk:
        return "\(chunked)\(String(body.utf8.count + 1, radix: 16))\r\n\(body)"
      }
    }
  }

  private func live(
    does expected: Int, isSecure: Bool = false, _ limits: ConnectionLimits = .patient(),
    _ use: @Sendable (LiveServer, Dependencies) async throws -> Void
  ) async throws {
    let parts = try Writing.testServer().dependencies()
    try await withLiveServer(of: parts, limits, isSecure: isSecure) { try await use($0, parts) }
    // The server has ended, and every route has come back.
    #expect(Writing.count(in: parts) == expected)
  }

  @Test(
    "whoever stops in the middle is told so, and nothing was done", arguments: Writing.allCases,
    Shape.allCases)
  func ended(_ writing: Writing, _ shape: Shape) async throws {
    try await live(does: 0) { live, parts in
      try await live.connected { wire in
        try await wire.send(raw: try shape.text(writing))
        wire.finish()
        let answer = try await wire.response()
        #expect(answer?.status == "400")
        #expect(answer?.body.contains(#""code":"incompleteRequest""#) == true)
        #expect(await wire.isClosed())
      }
      await until { parts.metrics.connections.value == 0 }
      let counts = try Exposition(parts.metrics.text)
      #expect(counts.value("paywall_refusals_total", ["code": "incompleteRequest"]) == 1)
      #expect(counts.value("paywall_requests_total", ["route": "none", "status": "400"]) == 1)
      #expect(counts.value("paywall_requests_total", ["route": writing.path]) == nil)
    }
  }

  @Test("a connection that is lost does nothing either", arguments: Writing.allCases)
  func reset(_ writing: Writing) async throws {
    try await live(does: 0) { live, parts in
      try await live.connected(resets: true) { wire in
        let half = try Shape.shortOfLength.text(writing)
        #expect(try await wire.begin(half) == "200")
      }
      await until { parts.metrics.connections.value == 0 }
      let counts = try Exposition(parts.metrics.text)
      #expect(counts.value("paywall_refusals_total", ["code": "incompleteRequest"]) == 1)
    }
  }

  @Test("nor does one that is not sent in time", arguments: Writing.allCases)
  func late(_ writing: Writing) async throws {
    try await live(does: 0, .patient { $0.requestTimeout = .milliseconds(100) }) { live, _ in
      try await live.connected { wire in
        try await wire.expect("408", toRaw: try Shape.shortOfLength.text(writing))
        #expect(await wire.isClosed())
      }
    }
  }

  @Test(
    "nor one whose chunks turn out to be none, or to be without end", arguments: ["zz", "100001"])
  func broken(_ size: String) async throws {
    try await live(does: 0) { live, _ in
      try await live.connected { wire in
        let text = try Shape.withoutLastChunk.text(.exposures)
        await wire.attempt(raw: "\(text)\(size)\r\n")
        if size != "zz" { await wire.attempt(raw: String(repeating: " ", count: 1 << 20)) }
        #expect(try await wire.response()?.status == (size == "zz" ? "400" : "413"))
        _ = await wire.take()
      }
    }
  }

  @Test(
    "whoever sends all of a request and then no more is answered", arguments: Writing.allCases,
    [true, false])
  func whole(_ writing: Writing, _ isChunked: Bool) async throws {
    try await live(does: 1) { live, _ in
      try await live.connected { wire in
        let (shape, end): (Shape, String) =
          isChunked ? (.withinLastChunk, "\r\n") : (.shortOfLength, " ")
        try await wire.send(raw: try shape.text(writing) + end)
        wire.finish()
        let answer = try await wire.response()
        #expect(answer?.status == (writing == .reload ? "422" : "200"), "\(answer?.body ?? "")")
      }
    }
  }

  // MARK: HTTP/2

  private enum End: CaseIterable { case reset, lost, longer, shorter }

  @Test(
    "a stream that is reset, lost, or not of its length does nothing", arguments: Writing.allCases)
  func streams(_ writing: Writing) async throws {
    for end in End.allCases {
      try await live(does: 0, isSecure: true) { live, _ in
        try await live.connectedHTTP2 { wire in
          let body = try writing.body
          let length: [End: Int] = [
            .longer: body.utf8.count - 1, .shorter: body.utf8.count + 1,
          ]
          var headers = HTTP2Wire.head("POST", writing.path, [("x-api-key", writing.key)])
          if let length = length[end] { headers.append(("content-length", "\(length)")) }
          let stream = try await wire.multiplexer.openStream { stream in
            stream.eventLoop.makeCompletedFuture {
              try NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>(
                wrappingChannelSynchronously: stream)
            }
          }
          // The end of a connection that was lost cannot be seen.
          _ = try? await stream.executeThenClose { _, outbound in
            try await outbound.write(
              .headers(.init(headers: .init(headers), endStream: false)))
            try? await outbound.write(
              .data(
                .init(
                  data: .byteBuffer(ByteBuffer(string: body)), endStream: length[end] != nil)))
            // The server has read all of that once it has answered this.
            let products = HTTP2Wire.head("GET", "/v1/products", [("x-api-key", "client-key")])
            #expect(try await wire.exchange(products)?.status == 200)
            switch end {
            case .reset: try? await outbound.write(.rstStream(.cancel))
            case .lost: try await wire.reset()
            case .longer, .shorter: break
            }
          }
        }
      }
    }
  }

  @Test("a stream that came whole does what it asks for", arguments: Writing.allCases)
  func wholeStreams(_ writing: Writing) async throws {
    try await live(does: 1, isSecure: true) { live, _ in
      try await live.connectedHTTP2 { wire in
        let body = try writing.body
        let answer = try await wire.exchange(
          HTTP2Wire.head(
            "POST", writing.path,
            [("x-api-key", writing.key), ("content-length", "\(body.utf8.count)")]), body: body)
        #expect(answer?.status == (writing == .reload ? 422 : 200), "\(answer?.body ?? "")")
      }
    }
  }
}
