import HTTPTypes
import PaywallCatalog
import PaywallTextCoding

extension Problem: AnswerObject {
  package static let contentType = "application/problem+json"

  package static let members = Members<Self> {
    $0.always("type", .text(matching: "^urn:paywall:problem:[A-Za-z]+$")) {
      "urn:paywall:problem:\($0.code.rawValue)"
    }
    $0.always("title", "The title of the code, the same for each problem.") { $0.code.title }
    $0.always("status", .integer(from: 400, to: 599)) { $0.code.status.code }
    $0.always("detail", "The mistake in this request, and what to do next.") { $0.detail }
    $0.always("code", "The word for programs; it never changes.") { $0.code }
    $0.maybe("field", "The member, query item or header that is at fault.") { $0.field }
    $0.maybe("line", .integer(from: 1), "The line in the body.") { $0.place?.line }
    $0.maybe("column", .integer(from: 1), "The column, in Unicode scalars.") { $0.place?.column }
    $0.maybe("reason", "A stable word for the cause.") { $0.reason }
    $0.maybe("grantedUntil", "When the grant that is in the way lapses.") { $0.grantedUntil }
  }

  /// Each operation narrows `code` to its own.
  package static var schema: Schema {
    .object(members.properties).described("A problem document (RFC 9457).")
  }

  /// The document, in UTF-8.
  package var json: [UInt8] { content.json }
}

extension Content {
  /// The problem as JSON in UTF-8.
  package var json: [UInt8] { JSONText { $0.content(self) }.bytes }
}
