import HTTPTransport
import NIOCore
import PaywallServer
import TestSupport
import Testing

/// Bodies that are held back, over real connections. The budget is 1 MiB: 896 KiB for requests, of
/// which 112 KiB are one address's.
@Suite("Bodies in flight", .timeLimit(.minutes(10)))
struct BodiesInFlightTests {
  private static let large = 100_000
  /// 112 KiB are held with another 15,000.
  private static let more = 30_000

  private func live(
    isSecure: Bool = false, _ change: (inout ConnectionLimits) -> Void = { _ in },
    _ use: @Sendable (LiveServer, Dependencies) async throws -> Void
  ) async throws {
    var testServer = try Writing.testServer()
    testServer.proxies = TrustedProxies(["127.0.0.0/8"].compactMap { AddressRange($0) })
    let parts = try testServer.dependencies()
    let limits = ConnectionLimits.patient { limits in
      limits.bodyBytes = 1 << 20
      change(&limits)
    }
    try await withLiveServer(of: parts, limits, isSecure: isSecure) { try await use($0, parts) }
    #expect(parts.metrics.bodyBytes.value == 0)
  }

  private static func head(
    _ path: String = "/v1/transactions", length: Int?, from address: String = "192.0.2.7"
  ) -> String {
    """
    POST \(path) HTTP/1.1\r\nHost: localhost\r\nX-API-Key: client-key\r\n\
    X-Forwarded-For: \(address)\r\n\
    \(length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")\r\n\r\n
    """
  }

  private static func body(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func count(_ parts: Dependencies, _ code: String) throws -> Double? {
    try Exposition(parts.metrics.text).value("paywall_refusals_total", ["code": code])
  }

  /// A connection that holds back the end of a large body, for as long as `use` runs.
  private func holding(
    _ live: LiveServer, _ parts: Dependencies, _ use: @Sendable (inout Wire) async throws -> Void
  ) async throws {
    try await live.connected { wire in
      try await wire.send(raw: Self.head(length: Self.large + 1) + Self.body(Self.large))
      await until { parts.metrics.bodyBytes.value == Self.large - BodyBudget.freeBytes }
      try await use(&wire)
    }
  }

  @Test("what an address may not hold is refused with when to come back", arguments: [true, false])
  func refused(_ isAnnounced: Bool) async throws {
    try await live { live, parts in
      try await holding(live, parts) { wire in
        try await live.connected { second in
          let size = String(Self.more, radix: 16)
          await second.attempt(
            raw: isAnnounced
              ? Self.head(length: Self.more)
              : "\(Self.head(length: nil))\(size)\r\n\(Self.body(Self.more))")
          let answer = try await second.response()
          #expect(answer?.status == "503")
          #expect(answer?.head.contains("retry-after: 1") == true)
          #expect(answer?.body.contains(#""code":"tooManyBodies""#) == true)
          #expect(await second.isClosed())
        }
        #expect(try Self.count(parts, "tooManyBodies") == 1)
        // The bodies that were held before are not touched.
        try await wire.expect("413", toRaw: "x")
      }
    }
  }

  @Test("others, small bodies and the App Store are served beside it")
  func others() async throws {
    try await live { live, parts in
      try await holding(live, parts) { _ in
        for (request, count, status) in [
          (Self.head(length: Self.more, from: "192.0.2.8"), Self.more, "400"),
          (Self.head(length: 4096), 4096, "400"),
          (Self.head("/v1/appstore/notifications", length: 16_000), 16_000, "400"),
        ] {
          let answer = try await live.connected { wire in
            try await wire.send(raw: request + Self.body(count))
            return try await wire.response()?.status
          }
          #expect(answer == status)
        }
        #expect(try Self.count(parts, "tooManyBodies") == 0)
      }
    }
  }

  @Test("whoever announces much and sends nothing holds nothing")
  func announced() async throws {
    try await live { live, parts in
      try await live.connected { first in
        #expect(try await first.begin(Self.head(length: 110_000)) == "200")
        try await live.connected { second in
          #expect(try await second.begin(Self.head(length: 110_000)) == "200")
          let answer = try await live.connected { wire in
            try await wire.send(raw: Self.head(length: Self.large) + Self.body(Self.large))
            return try await wire.response()?.status
          }
          #expect(answer == "413")
          #expect(parts.metrics.bodyBytes.value == 0)
        }
      }
    }
  }

  /// Eight addresses hold all of the budget.
  @Test("a body that arrives takes the room of one that has stalled")
  func stalled() async throws {
    try await live({ $0.stallTimeout = .minutes(10) }) { live, parts in
      // All but a byte of what an address may hold.
      let large = (112 << 10) - 1
      try await withThrowingTaskGroup(of: String?.self) { group async throws in
        for number in 1...8 {
          group.addTask {
            try await live.connected { wire in
              try await wire.send(
                raw: Self.head(
                  length: large + BodyBudget.freeBytes + 1, from: "192.0.2.\(10 + number)")
                  + Self.body(large + BodyBudget.freeBytes))
              return try await wire.response()?.status
            }
          }
        }
        await until { parts.metrics.bodyBytes.value == 8 * large }
        let more = Self.more
        await until {
          let status = try? await live.connected { wire in
            try await wire.send(raw: Self.head(length: more) + Self.body(more))
            return try await wire.response()?.status
          }
          return status == "400"
        }
        #expect(try await group.next() == "408")
        #expect(try Self.count(parts, "bodyStalled") == 1)
        group.cancelAll()
      }
    }
  }

  @Test("a body that stops growing is dropped long before its request is late")
  func stopped() async throws {
    try await live({ $0.stallTimeout = .milliseconds(100) }) { live, parts in
      try await live.connected { wire in
        try await wire.send(raw: Self.head(length: Self.large) + Self.body(Self.more))
        let answer = try await wire.response()
        #expect(answer?.status == "408")
        #expect(answer?.body.contains(#""code":"bodyStalled""#) == true)
        #expect(await wire.isClosed())
      }
      #expect(try Self.count(parts, "bodyStalled") == 1)
    }
  }

  enum Way: CaseIterable { case answered, ended, reset, late, refused }

  @Test("every way out gives back what was held, once", arguments: Way.allCases)
  func ways(_ way: Way) async throws {
    try await live({ if way == .late { $0.requestTimeout = .milliseconds(100) } }) { live, parts in
      for _ in 0..<3 {
        try await live.connected(resets: way == .reset) { wire in
          let length = way == .refused ? nil : Self.large + 1
          let size = way == .refused ? "\(String(Self.large, radix: 16))\r\n" : ""
          try await wire.send(raw: Self.head(length: length) + size + Self.body(Self.large))
          if way != .late {
            await until { parts.metrics.bodyBytes.value == Self.large - BodyBudget.freeBytes }
          }
          switch way {
          case .answered: try await wire.send(raw: "x")
          case .ended: wire.finish()
          case .refused: await wire.attempt(raw: "\r\nzz\r\n")
          case .reset, .late: break
          }
          if way != .reset {
            let expected: [Way: String] = [.answered: "413", .late: "408"]
            #expect(try await wire.response()?.status == expected[way, default: "400"])
          }
        }
        await until { parts.metrics.bodyBytes.value == 0 }
      }
    }
  }

  @Test("streams of HTTP/2 share the budget, and give it back when they end or are taken back")
  func streams() async throws {
    try await live(isSecure: true) { live, parts in
      try await live.connectedHTTP2 { wire in
        let head = HTTP2Wire.head(
          "POST", "/v1/transactions",
          [("x-api-key", "client-key"), ("x-forwarded-for", "192.0.2.7")])
        async let held = wire.exchange(head, body: Self.body(60_000), ends: false)
        await until { parts.metrics.bodyBytes.value == 60_000 - BodyBudget.freeBytes }
        let announced = head + [("content-length", "100000")]
        let refused = try await wire.exchange(announced, body: Self.body(10), ends: false)
        #expect(refused?.status == 503)
        #expect(refused?.headers["retry-after"] == "1")
        let whole = try await wire.exchange(head, body: Self.body(50_000))
        #expect(whole?.status == 400)
        await until { parts.metrics.bodyBytes.value == 60_000 - BodyBudget.freeBytes }
        try await wire.reset()
        _ = try? await held
      }
      await until { parts.metrics.bodyBytes.value == 0 }
    }
  }

  @Test("a body of thousands of tiny chunks is refused, one of hundreds is read")
  func tinyChunks() async throws {
    try await live { live, parts in
      for (count, status) in [(500, "400"), (5000, "413")] {
        try await live.connected { wire in
          await wire.attempt(
            raw: Self.head(length: nil) + String(repeating: "1\r\n \r\n", count: count)
              + "0\r\n\r\n")
          let answer = try await wire.response()
          #expect(answer?.status == status)
        }
      }
    }
  }
}
