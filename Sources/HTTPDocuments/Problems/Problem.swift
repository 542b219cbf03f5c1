package import HTTPTypes
package import PaywallCatalog

/// Why a request failed (RFC 9457): thrown anywhere, written in one place.
package struct Problem: Error, Hashable, Sendable {
  package var code: Code
  /// The mistake in this request, and the next step.
  package var detail: String
  /// A stable word of the module that refused: why a text is not trusted, or an offer not for this
  /// customer.
  package var reason: String?
  /// The faulty member, query item or header.
  package var field: String?
  /// The place in the body, from 1; columns in Unicode scalars.
  package var place: Place?
  /// When the conflicting grant lapses.
  package var grantedUntil: Timestamp?
  /// Headers that belong to the status: `Allow`, `Retry-After`, `WWW-Authenticate`.
  package var headers: HTTPFields

  package init(
    _ code: Code, _ detail: String, reason: String? = nil, field: String? = nil,
    place: Place? = nil, headers: HTTPFields = [:]
  ) {
    self.code = code
    self.detail = detail
    self.reason = reason
    self.field = field
    self.place = place
    self.headers = headers
  }

  package struct Place: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}
