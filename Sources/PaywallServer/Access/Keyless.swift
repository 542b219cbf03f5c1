package import HTTPDocuments
import HTTPTransport
package import HTTPTypes

/// The rules of a server without keys. It answers the user of this machine, and refuses requests
/// with signs of another caller. A proxy adds headers, or speaks HTTP/1.0; a web page has an
/// `Origin`, and one that rebinds its name to 127.0.0.1 has its own `Host`.
///
/// This is only a second check. A proxy may add nothing, so nothing of value depends on it: the
/// role is `client`, and only a throw-away key signs on the caller's word.
package enum Keyless {
  /// Throws `keysRequired` with the header unless the request seems to be local.
  package static func admit(_ head: HTTPRequest) throws(Problem) {
    for header in head.headerFields {
      if header.name == .httpVersion {
        throw Problem.keysRequired(
          "This server has no keys, so it refuses HTTP/1.0, which proxies use")
      }
      guard isForeign(header) else { continue }
      throw Problem.keysRequired(
        "This server has no keys, so it refuses requests that come through a proxy or from a web page",
        field: header.name.rawName)
    }
    guard HostName.isOfThisMachine(head.authority ?? "") else {
      throw Problem.keysRequired(
        "This server has no keys, so it answers to localhost, 127.0.0.1 and [::1] only",
        field: "Host")
    }
  }

  /// Whether a header shows a proxy or a page of another site.
  private static func isForeign(_ header: HTTPField) -> Bool {
    guard ForeignHeaders.contains(header.name.canonicalName) else { return false }
    switch header.name.canonicalName {
    case "sec-fetch-site": return !["same-origin", "none"].contains(header.value.lowercased())
    case "referer": return !isOfThisMachine(header.value)
    default: return true
    }
  }

  /// Whether an address is this machine's, or empty.
  private static func isOfThisMachine(_ address: String) -> Bool {
    guard !address.isEmpty else { return true }
    let lowercased = address.lowercased()
    guard let scheme = ["http://", "https://"].first(where: { lowercased.hasPrefix($0) }) else {
      return false
    }
    let host = lowercased.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#\\".utf8.contains($0) }
    return HostName.isOfThisMachine(String(decoding: host, as: UTF8.self))
  }
}
