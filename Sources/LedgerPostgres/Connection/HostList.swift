/// Several hosts in the address of a database, `postgres://user@db1:5432,db2:5433/database`, of which
/// libpq tries one after the other. RFC 3986 knows one host only, so they are taken out.
struct HostList {
  /// `db1:5432,db2:5433`, for people.
  let text: String
  /// As the parameters `host` and `port` of libpq: `db1,db2` and `5432,5433`.
  let hosts: String
  let ports: String
  /// The address with the first host alone.
  let address: String

  /// - Returns: `nil` for an address with one host or none.
  init?(_ text: String) {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let start = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
    let list = authority[start...]
    let places = list.split(separator: ",", omittingEmptySubsequences: false)
    guard places.count > 1 else { return nil }
    let pairs = places.map { place -> (host: Substring, port: Substring) in
      // An IPv6 address stands in brackets.
      let end = place.lastIndex(of: "]").map(place.index(after:)) ?? place.startIndex
      guard let colon = place[end...].firstIndex(of: ":") else { return (place, "5432") }
      return (place[..<colon], place[place.index(after: colon)...])
    }
    self.text = String(list)
    hosts = pairs.map { $0.host.trimming("[", "]") }.joined(separator: ",")
    ports = pairs.map { String($0.port) }.joined(separator: ",")
    address = String(text[..<start]) + String(pairs[0].host) + String(rest[authority.endIndex...])
  }
}

extension Substring {
  fileprivate func trimming(_ first: Character, _ last: Character) -> String {
    let isEnclosed = hasPrefix(String(first)) && hasSuffix(String(last))
    return String(isEnclosed ? dropFirst().dropLast() : self)
  }
}
