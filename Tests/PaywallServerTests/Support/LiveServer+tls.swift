import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

extension LiveServer {
  private static func client(
    _ protocols: [String], newest: TLSVersion = .tlsv13
  ) throws -> NIOSSLClientHandler {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    configuration.applicationProtocols = protocols
    configuration.maximumTLSVersion = newest
    // A client may go without a word of the server.
    configuration.shutdownTimeout = .milliseconds(50)
    return try NIOSSLClientHandler(
      context: NIOSSLContext(configuration: configuration), serverHostname: nil)
  }

  /// HTTP/1.1 over TLS, spoken to in bytes; also what certificate the server showed.
  func connectedSecurely<Value: Sendable>(
    newest: TLSVersion = .tlsv13, speaking protocols: [String] = ["http/1.1"],
    _ use: @Sendable (inout Wire, any Channel) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Self.client(protocols, newest: newest))
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var wire = Wire(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      return try await use(&wire, channel.channel)
    }
  }

  /// HTTP/2 over TLS.
  func connectedHTTP2<Value: Sendable>(
    _ use: @Sendable (HTTP2Wire) async throws -> Value
  ) async throws -> Value {
    let (channel, multiplexer) = try await ClientBootstrap(
      group: MultiThreadedEventLoopGroup.singleton
    ).connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Self.client(["h2"]))
        var configuration = NIOHTTP2Handler.Configuration()
        // The client is not kept from sending invalid headers.
        configuration.connection.headerBlockValidation = .disabled
        configuration.connection.contentLengthValidation = .disabled
        let multiplexer = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
          mode: .client, configuration: configuration
        ) { $0.eventLoop.makeSucceededVoidFuture() }
        return (channel, multiplexer)
      }
    }
    do {
      let value = try await use(HTTP2Wire(channel: channel, multiplexer: multiplexer))
      channel.close(promise: nil)
      return value
    } catch {
      channel.close(promise: nil)
      throw error
    }
  }
}

/// A connection of HTTP/2.
struct HTTP2Wire: Sendable {
  let channel: any Channel
  let multiplexer: NIOHTTP2Handler.AsyncStreamMultiplexer<Void>

  /// Ends the connection without a word.
  func reset() async throws {
    if let socket = channel as? any SocketOptionProvider {
      try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    channel.close(promise: nil)
  }

  struct Answer {
    var status: Int
    var headers: [String: String]
    var body = ""
    /// How the server took back the rest of the request.
    var reset: HTTP2ErrorCode?
  }

  /// Frames of one request; the answer, or `nil` if the stream was reset before its end.
  func exchange(
    _ headers: [(String, String)], body: String? = nil, ends: Bool = true
  ) async throws -> Answer? {
    let stream = try await multiplexer.openStream { stream in
      stream.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>(
          wrappingChannelSynchronously: stream)
      }
    }
    return try await stream.executeThenClose { inbound, outbound in
      // An answer may come before all is sent, and nothing can be sent after it.
      try? await outbound.write(
        .headers(.init(headers: .init(headers), endStream: body == nil && ends)))
      if let body {
        try? await outbound.write(
          .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: ends)))
      }
      var answer: Answer?
      var isWhole = false
      do {
        for try await payload in inbound {
          switch payload {
          case .headers(let block):
            answer = Answer(
              status: Int(block.headers.first(name: ":status") ?? "") ?? 0,
              headers: Dictionary(
                block.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
            isWhole = block.endStream
          case .data(let data):
            if case .byteBuffer(let bytes) = data.data { answer?.body += String(buffer: bytes) }
            isWhole = data.endStream
          case .rstStream(let code): answer?.reset = code
          default: break
          }
        }
      } catch {
        answer?.reset = (error as? NIOHTTP2Errors.StreamClosed)?.errorCode
      }
      return isWhole ? answer : nil
    }
  }

  /// Requests of which nothing but the head is sent.
  func open(_ count: Int, _ headers: [(String, String)]) async throws -> [any Channel] {
    var streams: [any Channel] = []
    for _ in 0..<count {
      let stream = try await multiplexer.openStream { stream in
        stream.eventLoop.makeSucceededFuture(stream)
      }
      try await stream.writeAndFlush(
        HTTP2Frame.FramePayload.headers(.init(headers: .init(headers), endStream: false)))
      streams.append(stream)
    }
    return streams
  }

  /// One request; the frames of its answer are left to be read.
  func opened<Value: Sendable>(
    _ headers: [(String, String)],
    _ use:
      @Sendable (
        inout NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>.AsyncIterator, any Channel
      ) async throws -> Value
  ) async throws -> Value {
    let stream = try await multiplexer.openStream { stream in
      stream.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>(
          wrappingChannelSynchronously: stream)
      }
    }
    return try await stream.executeThenClose { inbound, outbound in
      try await outbound.write(.headers(.init(headers: .init(headers), endStream: true)))
      var frames = inbound.makeAsyncIterator()
      return try await use(&frames, stream.channel)
    }
  }

  static func head(
    _ method: String, _ path: String, _ more: [(String, String)] = []
  ) -> [(String, String)] {
    [(":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path)]
      + more
  }
}

extension NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>.AsyncIterator {
  /// Throws a body away as it comes: at least so many bytes, unless the stream ends before.
  ///
  /// - Returns: how many came.
  mutating func take(atLeast least: Int = .max) async -> Int {
    var count = 0
    while count < least, let payload = try? await next(isolation: #isolation) {
      if case .data(let data) = payload { count += data.data.readableBytes }
    }
    return count
  }
}
