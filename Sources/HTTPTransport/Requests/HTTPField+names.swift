package import HTTPTypes

extension HTTPField.Name {
  package static let xRequestId = name("x-request-id")
  package static let traceparent = name("traceparent")
  package static let xForwardedFor = name("x-forwarded-for")
  /// The version of a request older than HTTP/1.1, such as `1.0`; added by `PipeliningHandler`.
  package static let httpVersion = name("x-http-version")

  /// The names in this file are valid; the fallback is never used.
  private static func name(_ text: String) -> HTTPField.Name {
    HTTPField.Name(text) ?? .contentType
  }
}
