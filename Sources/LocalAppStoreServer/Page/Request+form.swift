import HTTPDocuments
import HTTPTransport

extension Request {
  /// The form of the body.
  func form() async throws -> PageForm {
    guard mediaType == "application/x-www-form-urlencoded" else {
      throw Problem(
        .unsupportedMediaType, "Send a form as 'application/x-www-form-urlencoded'.",
        field: "Content-Type")
    }
    return try PageForm(try await collected())
  }
}
