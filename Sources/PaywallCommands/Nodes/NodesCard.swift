import Ledger
import PaywallAPI
import PaywallCatalog

/// The servers of a ledger, and what is not alike among them.
struct NodesCard: Encodable {
  struct Node: Encodable {
    var id: String
    var name: String
    var version: String
    var release: String
    var startedAt: String
    var seenAt: String
    var silent: Bool
    var clockMilliseconds: Int64
    var lagMilliseconds: Int64
    /// By name.
    var secrets: [String: String]
  }

  var nodes: [Node]
  var differences: [String]

  init(_ nodes: [ServerNode]) {
    self.nodes = nodes.map { node in
      Node(
        id: node.id, name: node.name, version: node.version, release: node.release,
        startedAt: node.startedAt.rfc3339, seenAt: node.seenAt.rfc3339, silent: node.isSilent,
        clockMilliseconds: node.clock, lagMilliseconds: node.lag, secrets: node.secrets)
    }
    differences = nodes.differences.map(\.sentence)
  }

  func text(_ console: Console) -> String {
    guard !nodes.isEmpty else {
      return "No server was heard in the last hour."
    }
    let table = Table(
      "SERVER", "RELEASE", "VERSION", "CLOCK", "LAG", "SINCE", "SEEN",
      rows: nodes.map {
        [
          $0.name, String($0.release.prefix(12)), $0.version, "\($0.clockMilliseconds) ms",
          "\($0.lagMilliseconds) ms", $0.startedAt, $0.silent ? "silent since \($0.seenAt)" : "now",
        ]
      })
    guard !differences.isEmpty else { return table.text(for: console) }
    let said = differences.map { wrapped($0, to: console.width) }.joined(separator: "\n")
    return "\(table.text(for: console))\n\n\(said)"
  }

  static let schema = Schema.object([
    .always(
      "nodes",
      .list(
        of: .object([
          .always("id", .text, "Of its state folder."), .always("name", .text),
          .always("version", .text), .always("release", .text), .always("startedAt", .moment),
          .always("seenAt", .moment, "By the database's clock."),
          .always("silent", .boolean, "Not heard for 15 seconds."),
          .always(
            "clockMilliseconds", .integer(),
            "By how much its clock is at least ahead of the database's."),
          .always("lagMilliseconds", .count, "Since it had read the changes of the others."),
          .always("secrets", .map(to: .text), "Digests, to compare; by name."),
        ]))),
    .always("differences", .list(of: .text), "What is not alike, a sentence each."),
  ])
}
