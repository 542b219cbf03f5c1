package import AppStore
package import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding

/// A signed text of a request that counts for nothing, because it is not verified: the request is
/// answered as if it had not been sent. Leaving a text out proves no more than not sending it.
package struct LeftOutText: Hashable, Sendable, AnswerObject {
  /// Where it was sent, such as `transactions[3]`.
  package let field: String
  package let distrust: Distrust

  package init(_ distrust: Distrust, field: String) {
    (self.field, self.distrust) = (field, distrust)
  }

  package static let members = Members<Self> {
    $0.always("field", "The place in the request, such as `transactions[3]`.") { $0.field }
    $0.always("code", .words([Problem.Code.notTrusted.rawValue])) { $0.problem.code.rawValue }
    $0.always("reason", "Why it is not trusted.") { $0.distrust.reason }
    $0.always("detail", "The cause, and what to check.") { $0.distrust.detail }
  }

  /// The refusal of a request that needs evidence and has no other.
  package var problem: Problem { Problem(distrust, field: field) }
}

extension [UInt8] {
  /// A JSON object with `leftOut` as its last member, and `ignored` before it; the object itself if
  /// nothing was left out or ignored.
  ///
  /// - Parameter ignored: `IgnoredAttributes.member`, for a caller who is told.
  package func telling(_ leftOut: [LeftOutText], ignored: [UInt8] = []) -> [UInt8] {
    guard !leftOut.isEmpty || !ignored.isEmpty, last == UInt8(ascii: "}") else { return self }
    var json = JSONText()
    json.raw(dropLast())
    json.raw(ignored)
    guard !leftOut.isEmpty else {
      json.raw("}")
      return json.bytes
    }
    json.raw(",\"leftOut\":")
    json.content(leftOut.content)
    json.raw("}")
    return json.bytes
  }
}
