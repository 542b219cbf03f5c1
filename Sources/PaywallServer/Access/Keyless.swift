package import HTTPTypes

/// The rules of a server without keys: it trusts whoever sits at this machine, so it must be sure
/// that nobody else speaks through them. A proxy adds forwarding headers, a web page an `Origin`,
/// and a page that rebinds its name to 127.0.0.1 its own `Host`.
package enum Keyless {
  /// `keysRequired`, naming the header, unless the request can only come from this machine.
  package static func admit(_ head: HTTPRequest) throws(Problem) {
    for header in head.headerFields {
      let name = header.name.canonicalName
      guard refused.contains(name) || name.utf8.starts(with: "x-forwarded-".utf8) else { continue }
      throw Problem.keysRequired(
        "This server has no keys, so it takes no request that came through a proxy or from a web page",
        field: header.name.rawName)
    }
    guard isLocal(head.authority ?? "") else {
      throw Problem.keysRequired(
        "This server has no keys, so it answers to localhost, 127.0.0.1 and [::1] only",
        field: "Host")
    }
  }

  private static let refused: Set<String> = ["forwarded", "via", "origin"]

  /// Whether a `Host` names this machine, with any port.
  package static func isLocal(_ host: String) -> Bool {
    let host = host.lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name in
      guard host.utf8.starts(with: name.utf8) else { return false }
      let rest = host.utf8.dropFirst(name.utf8.count)
      guard let colon = rest.first else { return true }
      return colon == UInt8(ascii: ":")
        && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
