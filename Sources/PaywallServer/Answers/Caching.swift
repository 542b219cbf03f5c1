package import HTTPTransport
package import HTTPTypes
package import PaywallCatalog

/// How long a response may be cached, and whether a copy is still current.
package enum Caching {
  /// The caches that may keep a response: the caller's only, or any cache on the way.
  package enum Scope: String, Sendable { case `private`, `public` }

  /// Seconds: fresh for half a minute, stale for an hour while a cache revalidates, for a day if
  /// the server is unreachable.
  package static let freshness: Int64 = 30
  private static let whileRevalidate: Int64 = 3600
  private static let ifError: Int64 = 86_400

  /// For a decision that no schedule ends soon, the usual case.
  private static let whole = control(.private, maxAge: freshness, left: .max)

  /// Cuts each lifetime to the whole seconds left until a schedule could change the response.
  ///
  /// - Parameter maxAge: seconds a copy stays fresh.
  package static func control(
    _ scope: Scope = .private, maxAge: Int64 = freshness, until end: Timestamp?, at now: Timestamp
  ) -> String {
    let left = end.map { max(0, ($0.milliseconds &- now.milliseconds) / 1000) } ?? .max
    guard left < ifError || scope != .private || maxAge != freshness else { return whole }
    return control(scope, maxAge: maxAge, left: left)
  }

  private static func control(_ scope: Scope, maxAge: Int64, left: Int64) -> String {
    "\(scope.rawValue), max-age=\(min(maxAge, left)), stale-while-revalidate=\(min(whileRevalidate, left)), stale-if-error=\(min(ifError, left))"
  }

  package static let vary = "Authorization, X-API-Key, X-User-Proof, Accept-Encoding"
  /// The `Vary` of an answer in a language that `Accept-Language` decided.
  static let varyByLanguage = vary + ", Accept-Language"

  /// RFC 9110, 13.1.2: a list of tags or `*`, compared weakly.
  package static func isCurrent(_ etag: String, for head: HTTPRequest) -> Bool {
    for field in head.headerFields where field.name == .ifNoneMatch {
      if tags(Array(field.value.utf8)[...], contain: Array(etag.utf8)) { return true }
    }
    return false
  }

  /// The tag of the copy that the caller already has: in the coding they would get now, or in the
  /// other. `nil` if they have none.
  package static func current(
    _ etag: String, _ coding: ContentCoding, hasGzip: Bool, for head: HTTPRequest
  ) -> String? {
    guard head.method == .get || head.method == .head, head.headerFields.contains(.ifNoneMatch)
    else { return nil }
    return tags(etag, coding, hasGzip: hasGzip).first { isCurrent($0, for: head) }
  }

  /// The tags of a text, starting with the coding that the caller prefers.
  static func tags(_ etag: String, _ coding: ContentCoding, hasGzip: Bool) -> [String] {
    guard hasGzip else { return [etag] }
    let codings: [ContentCoding] = coding == .gzip ? [.gzip, .identity] : [.identity, .gzip]
    return codings.map { $0.tag(etag) }
  }

  /// - Parameter bytes: the value of an `If-None-Match`.
  static func tags(_ bytes: ArraySlice<UInt8>, contain etag: [UInt8]) -> Bool {
    // Nearly every caller with a copy sends one tag.
    if bytes.elementsEqual(etag) { return true }
    if bytes.filter({ $0 != 0x20 && $0 != 0x09 }) == [UInt8(ascii: "*")] { return true }
    var position = bytes.startIndex
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "\"")),
      let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
    {
      if bytes[open...close].elementsEqual(etag) { return true }
      position = close + 1
    }
    return false
  }
}
