package import AsyncHTTPClient
import Foundation
package import NIOCore
import NIOHTTP1

/// Requests to a local App Store.
package struct StoreClient: Sendable {
  private let client: HTTPClient
  package let url: String
  private let token: String?

  /// - Parameters:
  ///   - url: the address of the store, such as `http://127.0.0.1:8090`.
  ///   - token: the token of a store that others can reach.
  package init(_ client: HTTPClient, url: String, token: String?) {
    self.client = client
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.token = token
  }

  /// A clock that is moved over years delivers everything that happens in them.
  private static let patience = TimeAmount.minutes(10)
  private static let largestAnswer = 256 * 1024 * 1024

  package func get<Value: Decodable>(
    _ path: String, within patience: TimeAmount = .seconds(15), as type: Value.Type = Value.self
  ) async throws(StoreClientError) -> Value {
    try decoded(await answer(to: HTTPClientRequest(url: url + path), within: patience))
  }

  /// - Parameter body: one JSON object.
  package func post<Value: Decodable>(
    _ path: String, _ body: [UInt8], as type: Value.Type = Value.self
  ) async throws(StoreClientError) -> Value {
    var request = HTTPClientRequest(url: url + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: body))
    return try decoded(await answer(to: request, within: Self.patience))
  }

  /// The root certificate in DER.
  package func root() async throws(StoreClientError) -> [UInt8] { try await bytes("/root.cer") }

  /// An answer as it came.
  package func bytes(_ path: String) async throws(StoreClientError) -> [UInt8] {
    Array(try await answer(to: HTTPClientRequest(url: url + path), within: .seconds(15)))
  }

  private func decoded<Value: Decodable>(_ data: Data) throws(StoreClientError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw .noStore("\(url) answers something else than a local App Store")
    }
  }

  private func answer(
    to request: HTTPClientRequest, within patience: TimeAmount
  ) async throws(StoreClientError) -> Data {
    var request = request
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    let (data, status): (Data, UInt)
    do {
      let response = try await client.execute(request, timeout: patience)
      let body = try await response.body.collect(upTo: Self.largestAnswer)
      (data, status) = (Data(body.readableBytesView), response.status.code)
    } catch {
      throw .noStore("\(url) does not answer: \(error)")
    }
    guard status == 200 else {
      guard let problem = try? JSONDecoder().decode(StoreProblem.self, from: data) else {
        throw .noStore("\(url) answers \(status), and is no local App Store")
      }
      throw .refused(problem)
    }
    return data
  }
}

package enum StoreClientError: Error, Hashable, Sendable {
  case refused(StoreProblem)
  /// Nothing answers, or another program does; with the reason as a sentence without its end.
  case noStore(String)
}

extension HTTPClient {
  /// Lends a client that follows no redirect and connects once: if the connection is refused, the call
  /// fails immediately. A purchase at the terminal waits for the delivery, and `DeliveryQueue` repeats
  /// it.
  package static func ofLocalAppStore<Value, Failure: Error>(
    _ use: (HTTPClient) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(5)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(configuration: configuration)
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try await use(client))
    } catch {
      result = .failure(error)
    }
    try? await client.shutdown()
    return try result.get()
  }
}
