import Foundation
import HTTPTransport
import NIOCore
import NIOHTTP2
import NIOSSL
import PaywallServer
import ServiceLifecycle
import TestSupport
import Testing

@Suite("TLS and HTTP/2", .timeLimit(.minutes(10)))
struct TLSTests {
  /// A server with a certificate that can be put anew.
  private func live(
    limits: ConnectionLimits = .patient(), showing paywall: String = "standard",
    _ use: @Sendable (LiveServer, AppFolder, Certificates) async throws -> Void
  ) async throws {
    let app = try AppFolder(showing: paywall)
    // A guess in a second, after the first twenty.
    let server = try await app.server { $0.rates.client = 1 }
    let certificates = try app.certificates(server.dependencies)
    try await withLiveServer(of: server, limits, certificates: certificates) { live in
      try await use(live, app, certificates)
    }
  }

  @Test("HTTP/1.1 over TLS is answered as without: fast path, long way, problems, keep-alive")
  func http1() async throws {
    try await live { live, _, _ in
      try await live.connectedSecurely { wire, _ in
        for (path, status) in [
          ("/v1/placements/onboarding", "200"), ("/v1/placements/onboarding", "200"),
          ("/v1/products", "200"), ("/nowhere", "404"), ("/v1/placements/onboarding", "200"),
        ] {
          try await wire.send("GET \(path) HTTP/1.1\nHost: localhost\n\n")
          #expect(try await wire.response()?.status == status)
        }
        try await wire.expect("400", toRaw: "GET / HTTX/1.1\r\n\r\n")
        #expect(await wire.isClosed())
      }
    }
  }

  @Test("HTTP/2 has the same answers and the same problems, many at a time")
  func http2() async throws {
    try await live { live, _, _ in
      try await live.connectedHTTP2 { wire in
        let answers = try await withThrowingTaskGroup(of: HTTP2Wire.Answer?.self) { group in
          for _ in 0..<20 {
            group.addTask {
              try await wire.exchange(HTTP2Wire.head("GET", "/v1/placements/onboarding"))
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 20)
        #expect(answers.allSatisfy { $0?.status == 200 && $0?.body.first == "{" })
        let post = try await wire.exchange(
          HTTP2Wire.head("POST", "/v1/placements/onboarding"), body: "{}")
        #expect(post?.status == 200)
        let missing = try await wire.exchange(HTTP2Wire.head("GET", "/nowhere"))
        #expect(missing?.status == 404)
        #expect(missing?.headers["content-type"] == "application/problem+json")
        let large = try await wire.exchange(
          HTTP2Wire.head("GET", "/v1/products", [("x", String(repeating: "x", count: 9000))]))
        #expect(large?.status == 431)
        let endless = try await wire.exchange(
          HTTP2Wire.head("POST", "/v1/placements/x", [("content-length", "99999999")]),
          body: "{", ends: false)
        #expect(endless?.status == 413)
      }
    }
  }

  @Test(
    "what HTTP/2 forbids ends the stream or is refused, and the connection goes on",
    arguments: [
      [(":method", "GET"), (":scheme", "https"), (":authority", "localhost")],
      [(":scheme", "https"), (":authority", "localhost"), (":path", "/v1/products")],
      HTTP2Wire.head("GET", "/v1/products", [(":path", "/again")]),
      HTTP2Wire.head("GET", "/v1/products", [("x", "y"), (":late", "z")]),
      HTTP2Wire.head("GET", "/v1/products", [("X-Upper", "y")]),
      HTTP2Wire.head("GET", "/v1/products", [("connection", "close")]),
      HTTP2Wire.head("GET", "/v1/products", [("transfer-encoding", "chunked")]),
      HTTP2Wire.head("GET", "/v1/products", [("x", "a\nb")]),
      HTTP2Wire.head("GET", "/v1/products", [("content-length", "5")]),
    ])
  func misuse(_ headers: [(String, String)]) async throws {
    try await live { live, _, _ in
      let status = try await live.connectedHTTP2 { try await $0.exchange(headers)?.status }
      #expect(status == nil || status == 400, "\(headers)")
      let after = try await live.connectedHTTP2 {
        try await $0.exchange(HTTP2Wire.head("GET", "/v1/products"))?.status
      }
      #expect(after == 200)
    }
  }

  @Test("a request over HTTP/2 that does not arrive in time is told so")
  func slow() async throws {
    try await live(limits: .patient { $0.requestTimeout = .milliseconds(200) }) { live, _, _ in
      let answer = try await live.connectedHTTP2 {
        try await $0.exchange(HTTP2Wire.head("POST", "/v1/placements/x"), ends: false)
      }
      #expect(answer?.status == 408)
      // Or clients would throw the answer away.
      #expect(answer?.reset == .noError)
    }
  }

  @Test("an answer over HTTP/2 says nothing of a connection, nor does a refusal that ends one")
  func connectionFields() async throws {
    // The server has keys, so that guessing them ends.
    try await live(showing: "lite") { live, _, _ in
      try await live.connectedHTTP2 { wire in
        var statuses: [Int: Int] = [:]
        for number in 0..<10_000 where statuses[429] == nil {
          let key = number == 0 ? "client-key" : "guessed"
          let answer = try await wire.exchange(
            HTTP2Wire.head("GET", "/v1/products", [("x-api-key", key)]))
          for name in ["connection", "keep-alive", "proxy-connection", "transfer-encoding"] {
            #expect(answer?.headers[name] == nil)
          }
          statuses[answer?.status ?? 0, default: 0] += 1
        }
        #expect(statuses[200] == 1)
        #expect(statuses[429] == 1)
        #expect(Set(statuses.keys) == [200, 401, 429])
        // Each further guess costs a new connection.
        try await wire.channel.closeFuture.get()
      }
    }
  }

  @Test("nothing before TLS 1.3 is spoken")
  func oldTLS() async throws {
    try await live { live, _, _ in
      await #expect(throws: (any Error).self) {
        try await live.connectedSecurely(newest: .tlsv12) { wire, _ in
          try await wire.send("GET /v1/products HTTP/1.1\nHost: localhost\n\n")
          return try #require(try await wire.response()).status
        }
      }
    }
  }

  @Test(
    "who connects and never finishes a handshake is sent away",
    arguments: ["", "GET /v1/products HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{1}"])
  func handshake(_ bytes: String) async throws {
    try await live(limits: .patient { $0.handshakeTimeout = .milliseconds(200) }) { live, _, _ in
      try await live.connected { wire in
        if !bytes.isEmpty { await wire.attempt(raw: bytes) }
        // At most an alert of TLS, then the end.
        while !(await wire.isClosed()) {}
      }
    }
  }

  @Test("a new certificate is for new connections; a bad one changes nothing and is told")
  func reload() async throws {
    try await live { live, app, certificates in
      let first = try TestCertificate(in: app.folder)
      #expect(certificates.reload())
      let expected = try first.certificate
      try await live.connectedSecurely { wire, channel in
        try await wire.expect("200", to: "GET /v1/products HTTP/1.1\nHost: localhost\n\n")
        #expect(try await channel.nioSSL_peerCertificate().get() == expected)
        let second = try TestCertificate(in: app.folder)
        #expect(certificates.reload())
        try await wire.expect("200", to: "GET /v1/products HTTP/1.1\nHost: localhost\n\n")
        let renewed = try second.certificate
        #expect(renewed != expected)
        try app.folder.write("nonsense", to: "server.crt")
        #expect(!certificates.reload())
        try await live.connectedSecurely { wire, channel in
          try await wire.expect("200", to: "GET /v1/products HTTP/1.1\nHost: localhost\n\n")
          #expect(try await channel.nioSSL_peerCertificate().get() == renewed)
        }
      }
      #expect(app.lines.all.contains { $0.contains("the new certificate cannot be used") })
    }
  }

  @Test("files that cannot be used end the start, and say which and why")
  func startErrors() async throws {
    let app = try AppFolder(showing: "standard")
    let one = try TestCertificate(in: app.folder, name: "one").files
    let two = try TestCertificate(in: app.folder, name: "two").files
    try app.folder.write("nonsense", to: "bad")
    let bad = "\(app.folder.path)/bad"
    let pipe = "\(app.folder.path)/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    for (files, words) in [
      (TLSFiles(certificate: "/nowhere/x.crt", key: one.key), "cannot be read"),
      (TLSFiles(certificate: one.certificate, key: "/nowhere/x.key"), "cannot be read"),
      (TLSFiles(certificate: pipe, key: one.key), "it is not a regular file"),
      (TLSFiles(certificate: one.certificate, key: pipe), "it is not a regular file"),
      (TLSFiles(certificate: bad, key: one.key), "holds no certificate in PEM"),
      (TLSFiles(certificate: one.certificate, key: bad), "holds no private key in PEM"),
      (TLSFiles(certificate: one.certificate, key: two.key), "is not the key of"),
    ] {
      let error = await #expect(throws: StartError.self) { try await app.server { $0.tls = files } }
      #expect(error?.description.contains(words) == true, "\(words)")
      #expect(error?.description.contains("help: ") == true)
    }
  }

  @Test("a key that everybody can read is a warning, one that a group can read is not")
  func openKey() async throws {
    let app = try AppFolder(showing: "lite")
    let files = try TestCertificate(in: app.folder, name: "one").files
    for (mode, count) in [(0o640, 0), (0o644, 1)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.key)
      _ = try await app.server { $0.tls = files }
      #expect(app.lines.all.count { $0.contains("can read the private key") } == count)
    }
  }

  @Test("an old certificate is a warning")
  func expired() async throws {
    let app = try AppFolder(showing: "lite")
    let old = try TestCertificate(in: app.folder, notAfter: "2026-12-05T11:59:59Z").files
    _ = try await app.server { $0.tls = old }
    #expect(app.lines.all.contains { $0.contains("the certificate has expired") })
  }

  @Test(
    "a cancelled server closes a connection that waits",
    arguments: [nil, "/v1/placements/onboarding", "/v1/products"])
  func cancelled(_ path: String?) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let parts = server.dependencies
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var settings = server.settings
    settings.port = 0
    let service = Application.build(
      parts, settings: settings, limits: .patient(), certificates: try app.certificates(parts)
    ) { port in continuation.yield(port) }
    let group = ServiceGroup(services: [service], logger: parts.logger)
    let running = Task { try await group.run() }
    let port = try #require(await ports.first { _ in true })
    try await LiveServer(port: port, group: group).connectedSecurely { wire, _ in
      if let path {
        try await wire.expect("200", to: "GET \(path) HTTP/1.1\nHost: localhost\n\n")
      } else {
        await until { parts.metrics.connections.value == 1 }
      }
      running.cancel()
      #expect(await wire.isClosed())
    }
    _ = await running.result
  }

  @Test("a shutdown ends connections that are open: HTTP/2, HTTP/1.1, and one half-way to TLS")
  func shutdown() async throws {
    try await live { live, _, _ in
      try await live.connectedHTTP2 { h2 in
        #expect(
          try await h2.exchange(HTTP2Wire.head("GET", "/v1/products"))?.status == 200)
        try await live.connectedSecurely { h1, _ in
          try await h1.expect("200", to: "GET /v1/products HTTP/1.1\nHost: localhost\n\n")
          try await live.connected { raw in
            await live.group.triggerGracefulShutdown()
            #expect(await raw.isClosed())
          }
          #expect(await h1.isClosed())
        }
        try? await h2.channel.closeFuture.get()
      }
    }
  }
}
