package import HTTPTypes

extension HTTPField.Name {
  package static let xRequestId = name("x-request-id")
  package static let traceparent = name("traceparent")
  package static let xForwardedFor = name("x-forwarded-for")
  /// Of a request older than HTTP/1.1, put there by `RequestTarget.Check`: `1.0`.
  package static let httpVersion = name("x-http-version")

  /// These are written in this file and are valid; the fall-back keeps the compiler content.
  private static func name(_ text: String) -> HTTPField.Name {
    HTTPField.Name(text) ?? .contentType
  }
}
