/// The names and addresses by which this machine alone is reached.
package enum HostName {
  /// `localhost`, `::1` and 127.0.0.0/8. Other names are not resolved: the result may change.
  package static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
      }
  }

  /// Whether a `Host` names this machine, with any port.
  package static func isOfThisMachine(_ host: String) -> Bool {
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
