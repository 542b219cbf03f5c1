import HTTPTypes

extension Problem {
  /// RFC 9112, 6.1: a body in a coding that nobody here decodes is refused, and so is one of
  /// HTTP/1.0, which knows no codings. The decoder looks at the last coding only.
  static func unreadableCoding(of head: HTTPRequest) -> Problem? {
    guard let coding = head.headerFields[.transferEncoding] else { return nil }
    guard coding.lowercased() == "chunked", head.headerFields[.httpVersion] == nil else {
      return Problem(
        .malformedRequest, "Send the body in chunks of HTTP/1.1, or with its length.",
        field: "Transfer-Encoding")
    }
    return nil
  }
}
