import Crypto
import HTTPDocuments
package import PaywallCatalog
import PaywallTextCoding

/// A response body with the digest that is its revision and its ETag.
package struct PreparedAnswer: Sendable {
  package var body: [UInt8]
  /// Quoted, as in the header.
  package var etag: String
  package var validUntil: Timestamp?
  package var isDegraded = false
  /// It depends on `Accept-Language`.
  package var variesByLanguage = false
  /// The gzip of a body that is made once and sent often.
  package var gzip: [UInt8]?
}

extension PreparedAnswer {
  /// Closes an object that has a member already: `,"revision":"…"`, then `tail`, then the brace.
  /// The revision is the digest of the rest.
  package init(
    open: consuming [UInt8], tail: [UInt8] = [], validUntil: Timestamp? = nil,
    isDegraded: Bool = false, variesByLanguage: Bool = false
  ) {
    var hash = SHA256()
    hash.update(data: open)
    hash.update(data: tail)
    var revision: [UInt8] = []
    revision.reserveCapacity(34)
    revision.append(UInt8(ascii: "\""))
    revision.append(hexadecimal: hash.finalize().prefix(16))
    revision.append(UInt8(ascii: "\""))
    var body = open
    body.append(contentsOf: Self.member)
    body.append(contentsOf: revision)
    body.append(contentsOf: tail)
    body.append(UInt8(ascii: "}"))
    self.init(
      body: body, etag: String(decoding: revision, as: UTF8.self), validUntil: validUntil,
      isDegraded: isDegraded)
    self.variesByLanguage = variesByLanguage
  }

  /// Adds the revision to an object.
  init(_ object: Content) { self.init(open: Array(object.json.dropLast())) }

  private static let member = Array(",\"revision\":".utf8)
}
