package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Asks the back end that a story tests.
package struct BackEndClient: Sendable {
  private let client: HTTPClient
  /// The address without a slash at its end.
  package let url: String
  /// Sent with every request.
  private let headers: [(name: String, value: String)]

  private static let largestAnswer = 16 * 1024 * 1024

  package init(_ client: HTTPClient, url: String, headers: [(name: String, value: String)] = []) {
    self.client = client
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.headers = headers
  }

  /// - Parameters:
  ///   - path: begins with a slash.
  ///   - body: JSON.
  /// - Throws: ``BackEndError`` if there is no answer.
  package func ask(
    _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
    _ body: [UInt8]? = nil
  ) async throws(BackEndError) -> (status: Int, body: [UInt8]) {
    var request = HTTPClientRequest(url: url + path)
    request.method = HTTPMethod(rawValue: method)
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    for (name, value) in self.headers + headers {
      request.headers.replaceOrAdd(name: name, value: value)
    }
    do {
      let response = try await client.execute(request, timeout: .seconds(30))
      let bytes = try await response.body.collect(upTo: Self.largestAnswer)
      return (Int(response.status.code), Array(bytes.readableBytesView))
    } catch {
      throw BackEndError(reason: "\(url) does not answer: \(error)")
    }
  }
}

package struct BackEndError: Error, Hashable, Sendable {
  /// A sentence without its end.
  package let reason: String
}
