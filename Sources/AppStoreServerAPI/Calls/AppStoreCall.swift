import PaywallTextCoding

/// One request to Apple's API, without the address and the key.
package struct AppStoreCall: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  package struct QueryItem: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package let endpoint: AppStoreEndpoint
  package let method: Method
  /// Begins with a slash; its components are percent-encoded.
  package let path: String
  package let query: [QueryItem]
  package let body: [UInt8]?
  /// The media type of the body.
  package let content: String
  /// True if the call can be sent again when it is unknown whether Apple received it: it reads, or
  /// has the same effect once and twice.
  package let mayRepeat: Bool

  init(
    _ endpoint: AppStoreEndpoint, _ method: Method, _ path: [String], _ query: [QueryItem] = [],
    body: [UInt8]? = nil, content: String = "application/json", mayRepeat: Bool = true
  ) {
    self.endpoint = endpoint
    self.method = method
    self.path = path.map { "/" + $0.percentEncoded }.joined()
    self.query = query
    self.body = body
    self.content = content
    self.mayRepeat = mayRepeat
  }

  /// The path with its query.
  package var target: String {
    guard !query.isEmpty else { return path }
    let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    return "\(path)?\(items.joined(separator: "&"))"
  }
}

extension String {
  /// True if it can be one component of a path: some text that is not `.` or `..`, which readers of
  /// addresses resolve.
  var isPathComponent: Bool {
    !isEmpty && utf8.count <= 255 && !utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
