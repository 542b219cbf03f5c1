package import Catalog
package import HTTPTypes

/// How long an answer may be kept, and whether the caller's copy is still good.
package enum Caching {
  /// Seconds: fresh for half a minute, served while it is fetched anew for an hour, and for a day
  /// when we cannot be reached.
  private static let maxAge: Int64 = 30
  private static let whileRevalidate: Int64 = 3600
  private static let ifError: Int64 = 86_400

  private static let whole =
    "private, max-age=\(maxAge), stale-while-revalidate=\(whileRevalidate), stale-if-error=\(ifError)"

  /// Each lifetime cut to the whole seconds that are left until a schedule could change the answer.
  package static func control(until end: Timestamp?, at now: Timestamp) -> String {
    guard let end else { return whole }
    let left = max(0, (end.milliseconds &- now.milliseconds) / 1000)
    guard left < ifError else { return whole }
    return
      "private, max-age=\(min(maxAge, left)), stale-while-revalidate=\(min(whileRevalidate, left)), stale-if-error=\(min(ifError, left))"
  }

  package static let vary = "Authorization, X-API-Key, Accept-Encoding"

  /// RFC 9110, 13.1.2: a list of tags or `*`, compared weakly.
  package static func isCurrent(_ etag: String, for head: HTTPRequest) -> Bool {
    for field in head.headerFields where field.name == .ifNoneMatch {
      if tags(Array(field.value.utf8)[...], contain: Array(etag.utf8)) { return true }
    }
    return false
  }

  /// The tag under which the caller has the text already: in the coding that they would get now, or
  /// in the other. `nil` if they do not.
  package static func current(
    _ etag: String, _ coding: ContentCoding, hasGzip: Bool, for head: HTTPRequest
  ) -> String? {
    guard head.method == .get || head.method == .head, head.headerFields.contains(.ifNoneMatch)
    else { return nil }
    return tags(etag, coding, hasGzip: hasGzip).first { isCurrent($0, for: head) }
  }

  /// The tags of a text, that of the coding which the caller prefers first.
  static func tags(_ etag: String, _ coding: ContentCoding, hasGzip: Bool) -> [String] {
    guard hasGzip else { return [etag] }
    let codings: [ContentCoding] = coding == .gzip ? [.gzip, .identity] : [.identity, .gzip]
    return codings.map { $0.tag(etag) }
  }

  /// - Parameter bytes: the value of an `If-None-Match`.
  static func tags(_ bytes: ArraySlice<UInt8>, contain etag: [UInt8]) -> Bool {
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
