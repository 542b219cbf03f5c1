import HTTPTransport
import NIOCore
import NIOHPACK
import NIOHTTP2
import PaywallServer
import Testing

/// A client that sends its body only after a 100 (RFC 9110, 10.1.1).
@Suite("Bodies that wait for 100", .timeLimit(.minutes(10)))
struct ExpectationTests {
  private static func head(
    _ path: String, length: Int, key: String = "client-key", version: String = "1.1"
  ) -> String {
    """
    POST \(path) HTTP/\(version)
    Host: localhost
    X-API-Key: \(key)
    Expect: 100-continue
    Content-Length: \(length)


    """
  }

  /// Over HTTP/1.1 with TLS and without.
  private func everyWay(
    _ use: @Sendable @escaping (inout Wire) async throws -> Void
  ) async throws {
    for isSecure in [false, true] {
      let server = TestServer(keys: TestServer.allKeys)
      try await withLiveServer(
        of: server.dependencies(), .patient(), isSecure: isSecure
      ) { live in
        if isSecure {
          try await live.connectedSecurely { wire, _ in try await use(&wire) }
        } else {
          try await live.connected { try await use(&$0) }
        }
      }
    }
  }

  @Test("a body is asked for at once, once, and the request is answered")
  func asked() async throws {
    try await everyWay { wire in
      for _ in 0..<2 {
        try await wire.expect("100", to: Self.head("/v1/placements/onboarding", length: 2))
        try await wire.expect("200", toRaw: "{}")
      }
    }
  }

  @Test("what is refused by its head is answered without its body")
  func refused() async throws {
    try await everyWay { wire in
      try await wire.expect(
        "401", to: Self.head("/v1/placements/onboarding", length: 2, key: "no-such-key"))
    }
    try await everyWay { wire in
      try await wire.expect("413", to: Self.head("/v1/placements/onboarding", length: 2_000_000))
    }
  }

  @Test("a body that is here already is not asked for")
  func here() async throws {
    try await everyWay { wire in
      try await wire.expect("200", to: Self.head("/v1/placements/onboarding", length: 2) + "{}")
      try await wire.send(Self.head("/v1/placements/onboarding", length: 2) + "{")
      // The rest is not waited for either: a client that sends a part has decided.
      try await wire.expect("200", toRaw: "}")
    }
  }

  @Test("HTTP/1.0 knows no such wait")
  func oldVersion() async throws {
    try await everyWay { wire in
      try await wire.send(Self.head("/v1/placements/onboarding", length: 2, version: "1.0"))
      try await wire.expect("200", toRaw: "{}")
    }
  }

  @Test("HTTP/2 asks for a body too")
  func http2() async throws {
    try await withLiveServer(
      of: TestServer().dependencies(), .patient(), isSecure: true
    ) { live in
      try await live.connectedHTTP2 { wire in
        let statuses = try await wire.statuses(
          of: HTTP2Wire.head(
            "POST", "/v1/placements/onboarding",
            [("expect", "100-continue"), ("content-length", "2")]), body: "{}")
        #expect(statuses == ["100", "200"])
      }
    }
  }
}

extension HTTP2Wire {
  /// The statuses of all heads that come; the body is sent after the first.
  fileprivate func statuses(
    of headers: [(String, String)], body: String
  ) async throws -> [String] {
    let stream = try await multiplexer.openStream { stream in
      stream.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>(
          wrappingChannelSynchronously: stream)
      }
    }
    return try await stream.executeThenClose { inbound, outbound in
      try await outbound.write(.headers(.init(headers: .init(headers), endStream: false)))
      var statuses: [String] = []
      for try await case .headers(let block) in inbound {
        statuses.append(block.headers.first(name: ":status") ?? "")
        if statuses.count == 1 {
          try await outbound.write(
            .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)))
        }
      }
      return statuses
    }
  }
}
