/// A difference between the servers of a ledger, for people.
package enum NodeDifference: Hashable, Sendable {
  /// The names of servers, by release.
  case releases([String: [String]])
  case versions([String: [String]])
  /// A server and by how many milliseconds its clock is ahead.
  case clock(String, Int64)
  /// A server and its milliseconds.
  case lag(String, Int64)
  case silent(String, Int64)
  /// A secret, and the groups of servers that have it alike.
  case secret(String, [[String]])

  package var sentence: String {
    switch self {
    case .releases(let names):
      "The servers serve \(names.count) releases: \(Self.groups(names) { String($0.prefix(12)) }). During a rollout they do for a while; else let each read the same commit."
    case .versions(let names):
      "The servers run \(names.count) versions: \(Self.groups(names) { $0 }). Finish the upgrade."
    case .clock(let name, let ahead):
      "The clock of \(name) is \(Self.seconds(ahead)) s \(ahead < 0 ? "behind" : "ahead of") the database's: let NTP set it."
    case .lag(let name, let lag):
      "\(name) read the changes of the others \(Self.seconds(lag)) s ago: look at its log, and at the way to the database."
    case .silent(let name, let silence):
      "\(name) has not been heard for \(Self.seconds(silence)) s: it was killed, or cannot reach the database."
    case .secret(let name, let groups):
      "\(name) is not the same on all servers: \(groups.map { $0.joined(separator: ", ") }.joined(separator: " have another than ")). Copy one of them to every server, and restart those that had another."
    }
  }

  private static func groups(
    _ names: [String: [String]], _ shown: (String) -> String
  ) -> String {
    names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\(shown($0.key)) on \($0.value.joined(separator: ", "))" }.joined(separator: "; ")
  }

  /// `1.5`.
  static func seconds(_ milliseconds: Int64) -> String {
    let tenths = Int64(milliseconds.magnitude) / 100
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension [ServerNode] {
  /// The differences among the servers. A silent server counts only as silent.
  package var differences: [NodeDifference] {
    let heard = filter { !$0.isSilent }
    var found: [NodeDifference] = []
    let releases = heard.names(by: \.release)
    if releases.count > 1 { found.append(.releases(releases)) }
    let versions = heard.names(by: \.version)
    if versions.count > 1 { found.append(.versions(versions)) }
    found += heard.compactMap { node in
      node.clock.magnitude > UInt64(ServerNode.clockTolerance) ? .clock(node.name, node.clock) : nil
    }
    found += heard.compactMap { $0.lag > ServerNode.longestLag ? .lag($0.name, $0.lag) : nil }
    found += heard.differentSecrets
    return found + filter(\.isSilent).map { .silent($0.name, $0.silence) }
  }

  /// Secrets of which servers have different ones.
  package var differentSecrets: [NodeDifference] {
    let secrets = Set(flatMap(\.secrets.keys)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return secrets.compactMap { secret in
      let groups = filter { $0.secrets[secret] != nil }.names { $0.secrets[secret] ?? "" }
      guard groups.count > 1 else { return nil }
      return .secret(
        secret, groups.values.sorted { ($0.first ?? "") < ($1.first ?? "") })
    }
  }

  private func names(by key: (ServerNode) -> String) -> [String: [String]] {
    Dictionary(grouping: self, by: key).mapValues { $0.map(\.name).sorted() }
  }
}
