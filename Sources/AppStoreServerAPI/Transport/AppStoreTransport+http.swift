import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemLibrary

extension AppStoreTransport {
  /// A page holds at most twenty signed texts of some kilobytes.
  static let largestAnswer = 8 * 1024 * 1024
  /// For the whole answer.
  static let patience = Duration.seconds(30)

  /// - Parameters:
  ///   - client: made by `ofAppStoreServerAPI()`.
  ///   - patience: for the whole answer, so that one that trickles ends too.
  init(
    _ client: HTTPClient, patience: Duration = patience, largestAnswer: Int = largestAnswer
  ) {
    self.init { request async throws(TransportFailure) in
      var outgoing = HTTPClientRequest(url: request.url)
      outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
      for header in request.headers {
        outgoing.headers.add(name: header.name, value: header.value)
      }
      if let body = request.body { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
      return try await Self.send(
        outgoing, by: client, within: patience, largestAnswer: largestAnswer)
    }
  }

  private static func send(
    _ request: HTTPClientRequest, by client: HTTPClient, within patience: Duration,
    largestAnswer: Int
  ) async throws(TransportFailure) -> AppStoreResponse {
    let result = await withTaskGroup(of: Result<AppStoreResponse, TransportFailure>.self) {
      group in
      group.addTask {
        await answer(to: request, by: client, within: patience, largestAnswer: largestAnswer)
      }
      group.addTask {
        // The client's own deadline ends with the head of an answer.
        try? await Task.sleep(for: patience)
        return .failure(.timedOut)
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw .cancelled }
    return try result.get()
  }

  private static func answer(
    to request: HTTPClientRequest, by client: HTTPClient, within patience: Duration,
    largestAnswer: Int
  ) async -> Result<AppStoreResponse, TransportFailure> {
    do {
      let response = try await client.execute(request, timeout: TimeAmount(patience))
      if let encoding = response.headers.first(name: "Content-Encoding"),
        encoding.lowercased() != "identity"
      {
        return .failure(.refusedAnswer("it is compressed, which was not asked for"))
      }
      let body = try await response.body.collect(upTo: largestAnswer)
      return .success(
        AppStoreResponse(
          status: Int(response.status.code),
          headers: response.headers.map { .init(name: $0.name, value: $0.value) },
          body: Array(body.readableBytesView)))
    } catch is NIOTooManyBytesError {
      return .failure(.refusedAnswer("it is longer than \(largestAnswer) bytes"))
    } catch is CancellationError {
      return .failure(.cancelled)
    } catch let error as HTTPClientError {
      switch error {
      case .cancelled: return .failure(.cancelled)
      case .deadlineExceeded, .readTimeout, .connectTimeout: return .failure(.timedOut)
      case .remoteConnectionClosed:
        return .failure(.unreachable("the connection was closed before the answer was complete"))
      default: return .failure(.unreachable(error.shortDescription))
      }
    } catch {
      return .failure(.unreachable(words(of: error)))
    }
  }
}

extension AppStoreTransport {
  /// Why no connection could be made or kept.
  private static func words(of error: any Error) -> String {
    if let error = error as? NIOConnectionError {
      guard error.dnsAError == nil, error.dnsAAAAError == nil else {
        return "the name '\(error.host)' cannot be looked up"
      }
      return error.connectionErrors.first.map { words(of: $0.error) }
        ?? "no connection with '\(error.host)' could be made"
    }
    if let error = error as? IOError {
      return switch error.errnoCode {
      case ECONNREFUSED: "the connection is refused"
      case ECONNRESET, EPIPE: "the connection was reset"
      case ENETUNREACH, EHOSTUNREACH: "there is no route to it"
      case ETIMEDOUT: "the connection took too long"
      default: "the system has error \(error.errnoCode) for it"
      }
    }
    return String(reflecting: type(of: error)).contains("SSL")
      ? "no TLS connection can be made: its certificate is not trusted, or a proxy answers"
      : "the connection failed"
  }
}

extension HTTPClient {
  /// A client that follows no redirect, verifies certificates and decompresses nothing.
  static func ofAppStoreServerAPI() -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(10)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    return HTTPClient(configuration: configuration)
  }
}
