public import Foundation

/// Sends a request to the server and returns the whole answer, or throws. An app that has a
/// network layer of its own may use it instead of `URLSession`: it must not keep answers, send
/// cookies, or follow redirects.
public typealias Transport = @Sendable (TransportRequest) async throws -> TransportResponse

/// A request, ready to be sent.
public struct TransportRequest: Hashable, Sendable {
  /// `GET` or `POST`.
  public var method: String
  /// The address of the request.
  public var url: URL
  /// The values of the headers, by their names.
  public var headers: [String: String]
  /// The body as JSON; `nil` with `GET`.
  public var body: Data?
  /// The most bytes that the answer may have; the transport must give up a longer one.
  public var largestAnswer: Int

  /// A request as it is sent.
  public init(
    method: String, url: URL, headers: [String: String] = [:], body: Data? = nil,
    largestAnswer: Int = 1 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.largestAnswer = largestAnswer
  }
}

/// A whole answer.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The body, decompressed.
  public var body: Data
  /// The values of the headers, by their names in lower case.
  private let headers: [String: String]

  /// An answer with its status, headers and body.
  public init(status: Int, headers: [String: String], body: Data) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  /// The value of a header. The case of its name does not matter.
  public subscript(header name: String) -> String? { headers[name.lowercased()] }
}
