/// The reason why a request was refused (RFC 9457).
package struct StoreProblem: Error, Codable, Hashable, Sendable {
  package static let contentType = "application/problem+json"

  package var title: String
  package var status: Int
  /// Sentences: what is wrong, and what to do next.
  package var detail: String
  /// A stable word.
  package var code: String
  /// The faulty fields of a signature.
  package var fields: [String]?

  package init(
    _ status: Int, _ code: String, _ title: String, _ detail: String, fields: [String]? = nil
  ) {
    self.title = title
    self.status = status
    self.detail = detail
    self.code = code
    self.fields = fields
  }
}
