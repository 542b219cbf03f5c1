import HTTPTypes

/// The expectation that a client has before it sends a body (RFC 9110, 10.1.1).
enum Expectation {
  /// A response of any kind: 100, or the final one.
  case `continue`
  case unknown

  /// `nil` if it expects nothing; HTTP/1.0 knows no expectations.
  init?(_ head: HTTPRequest) {
    guard let words = head.headerFields[.expect], head.headerFields[.httpVersion] == nil else {
      return nil
    }
    let isKnown = words.lowercased().split(separator: ",").allSatisfy {
      $0.filter { $0 != " " && $0 != "\t" } == "100-continue"
    }
    self = isKnown ? .continue : .unknown
  }
}
