import Foundation
import HTTPTransport
import Logging
import NIOCore
import NIOPosix
import PaywallServer
import ServiceLifecycle
import Synchronization
import Testing

/// A server on a port of its own, for as long as `use` runs; then it is shut down gracefully.
func withLiveServer(
  _ application: (_ listening: @escaping @Sendable (_ port: Int) async -> Void) throws ->
    some Service,
  _ use: @Sendable (LiveServer) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let service = try application { port in
    continuation.yield(port)
    continuation.finish()
  }
  let group = ServiceGroup(
    configuration: .init(
      services: [service], logger: Logger(label: "live") { _ in SwiftLogNoOpLogHandler() }))
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      // One that does not start has no port, and its error is thrown below.
      defer { continuation.finish() }
      try await group.run()
    }
    guard let port = await ports.first(where: { _ in true }) else {
      return try await tasks.waitForAll()
    }
    let server = LiveServer(port: port, group: group)
    do {
      try await use(server)
      await group.triggerGracefulShutdown()
    } catch {
      await group.triggerGracefulShutdown()
      throw error
    }
    try await tasks.waitForAll()
  }
}

extension ConnectionLimits {
  /// Limits that no busy machine runs into; a test shortens the one that it is about.
  static func patient(
    but change: (inout ConnectionLimits) -> Void = { _ in }
  ) -> ConnectionLimits {
    var limits = ConnectionLimits()
    limits.handshakeTimeout = .minutes(10)
    limits.requestTimeout = .minutes(10)
    limits.stallTimeout = .minutes(10)
    limits.responseTimeout = .minutes(10)
    limits.writeTimeout = .minutes(10)
    limits.idleTimeout = .minutes(10)
    limits.longestPause = .zero
    change(&limits)
    return limits
  }
}

/// A server put together from its parts, with a certificate of its own if it is secure.
func withLiveServer(
  of parts: Dependencies, _ limits: ConnectionLimits, isSecure: Bool,
  _ use: @Sendable (LiveServer) async throws -> Void
) async throws {
  let folder = try TemporaryFolder()
  let certificates =
    isSecure
    ? try Certificates(
      TestCertificate(in: folder).files, logger: parts.logger, now: { 1_796_472_000 }) : nil
  var settings = Settings()
  settings.port = 0
  try await withLiveServer(
    { [settings] running in
      Application.build(
        parts, settings: settings, limits: limits, certificates: certificates,
        listening: running)
    }, use)
}

/// The server of a folder, with TLS if there is a certificate.
func withLiveServer(
  of server: PaywallService, _ limits: ConnectionLimits = .patient(),
  certificates: Certificates? = nil, _ use: @Sendable (LiveServer) async throws -> Void
) async throws {
  try await withLiveServer(
    { running in
      certificates == nil
        ? server.application(limits: limits, listening: running)
        : Application.build(
          server.dependencies, settings: server.settings, limits: limits,
          certificates: certificates, listening: running)
    }, use)
}

struct LiveServer: Sendable {
  let port: Int
  let group: ServiceGroup

  /// One connection, spoken to in bytes.
  ///
  /// - Parameters:
  ///   - buffer: bytes that the system keeps for a client who does not read.
  ///   - resets: the end of `use` resets the connection.
  func connected<Value: Sendable>(
    buffer: Int32? = nil, resets: Bool = false,
    _ use: @Sendable (inout Wire) async throws -> Value
  ) async throws -> Value {
    var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    if let buffer {
      bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(buffer))
    }
    let channel =
      try await bootstrap
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    if resets, let socket = channel.channel as? any SocketOptionProvider {
      try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    return try await channel.executeThenClose { inbound, outbound in
      var wire = Wire(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      return try await use(&wire)
    }
  }
}

extension LiveServer {
  /// Opens connections that get an answer each, one after another; each stays until all are open, and
  /// may get another answer then.
  func hold(_ count: Int, asking get: String, again: Bool = false) async throws {
    guard count > 0 else { return }
    try await connected { wire in
      try await wire.expect("200", to: get)
      try await hold(count - 1, asking: get, again: again)
      if again { try await wire.expect("200", to: get) }
    }
  }
}

/// The two directions of a connection.
struct Wire {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received = ByteBuffer()

  init(
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.inbound = inbound
    self.outbound = outbound
  }

  /// Lines are written with `\n` and sent with CR LF in the head.
  func send(_ request: String) async throws {
    let parts = request.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = String(parts[0]).replacing("\n", with: "\r\n")
    try await send(raw: parts.count > 1 ? "\(head)\r\n\r\n\(parts[1])" : head)
  }

  /// Sends a request, and expects the status of its response.
  mutating func expect(
    _ status: String, to request: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await send(request)
    #expect(try await response()?.status == status, sourceLocation: sourceLocation)
  }

  /// The same for bytes as they are.
  mutating func expect(
    _ status: String, toRaw text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await send(raw: text)
    #expect(try await response()?.status == status, sourceLocation: sourceLocation)
  }

  func send(raw text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

  /// Sends bytes to a server that may have closed already.
  func attempt(bytes: [UInt8]) async { try? await outbound.write(ByteBuffer(bytes: bytes)) }

  /// Sends bytes to a server that may have closed already.
  func attempt(raw text: String) async { try? await send(raw: text) }

  /// Sends a GET and, in the same packet, the beginning of another request. Once the GET is answered
  /// the server has read the beginning as well.
  mutating func begin(_ half: String) async throws -> String? {
    try await send(
      raw:
        "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-API-Key: client-key\r\n\r\n\(half)"
    )
    return try await response()?.status
  }

  /// The next response: status, headers as a text in lower case, body. `nil` at the end.
  mutating func response(hasBody: Bool = true) async throws -> (
    status: String, head: String, body: String
  )? {
    while true {
      let text = String(buffer: received)
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) }
        let count = hasBody ? length ?? 0 : 0
        let headCount = head.utf8.count + 4
        if received.readableBytes >= headCount + count {
          received.moveReaderIndex(forwardBy: headCount)
          let body = received.readString(length: count) ?? ""
          return (String(head.split(separator: " ")[1]), head.lowercased(), body)
        }
      }
      guard var more = try await inbound.next(isolation: #isolation) else { return nil }
      received.writeBuffer(&more)
    }
  }

  /// The next response with a body that is no text.
  mutating func bytes() async throws -> (head: String, body: [UInt8])? {
    while true {
      let bytes = Array(received.readableBytesView)
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let length = head.firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        if bytes.count >= end.upperBound + length {
          received.moveReaderIndex(forwardBy: end.upperBound + length)
          return (head, Array(bytes[end.upperBound..<(end.upperBound + length)]))
        }
      }
      guard var more = try await inbound.next(isolation: #isolation) else { return nil }
      received.writeBuffer(&more)
    }
  }

  /// Every byte until the server closes.
  mutating func everything() async -> [UInt8] {
    while var more = try? await inbound.next(isolation: #isolation) { received.writeBuffer(&more) }
    defer { received.clear() }
    return Array(received.readableBytesView)
  }

  /// Sends nothing more, and reads on.
  func finish() { outbound.finish() }

  /// Throws bytes away as they come: at least so many, unless the connection ends before.
  ///
  /// - Returns: how many came.
  mutating func take(atLeast least: Int = .max) async -> Int {
    var count = received.readableBytes
    received.clear()
    while count < least, let more = try? await inbound.next(isolation: #isolation) {
      count += more.readableBytes
    }
    return count
  }

  /// Throws bytes away as they come until these have come.
  ///
  /// - Returns: whether they came before the connection ended.
  mutating func take(until wanted: [UInt8]) async -> Bool {
    while true {
      let bytes = Array(received.readableBytesView)
      if let found = bytes.firstRange(of: wanted) {
        received.moveReaderIndex(forwardBy: found.upperBound)
        return true
      }
      guard var more = try? await inbound.next(isolation: #isolation) else { return false }
      received.writeBuffer(&more)
    }
  }

  /// Whether the server closes the connection now, without another byte.
  mutating func isClosed() async -> Bool {
    guard received.readableBytes == 0 else { return false }
    do { return try await inbound.next(isolation: #isolation) == nil } catch { return true }
  }
}
