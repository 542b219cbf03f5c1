import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// The servers of a ledger, and what is not alike among them.
struct NodesCard: Card {
  let nodes: [ServerNode]

  static let members = Members<Self> {
    $0.always("nodes", .list(of: Node.schema)) { $0.nodes.map(Node.init) }
    $0.always("differences", "What is not alike, a sentence each.") { $0.differences }
  }

  struct Node: Card {
    let node: ServerNode

    static let members = Members<Self> {
      $0.always("id", .text, "Of its state folder.") { $0.node.id }
      $0.always("name", .text) { $0.node.name }
      $0.always("version", .text) { $0.node.version }
      $0.always("release", .text) { $0.node.release }
      $0.always("startedAt", .moment) { $0.node.startedAt.rfc3339 }
      $0.always("seenAt", .moment, "By the database's clock.") { $0.node.seenAt.rfc3339 }
      $0.always("silent", .boolean, "Not heard for 15 seconds.") { $0.node.isSilent }
      $0.always(
        "clockMilliseconds", .integer(),
        "By how much its clock is at least ahead of the database's."
      ) { $0.node.clock }
      $0.always("lagMilliseconds", "Since it had read the changes of the others.") { $0.node.lag }
      $0.always("secrets", .map(to: .text), "Digests, to compare; by name.") { $0.node.secrets }
    }
  }

  private var differences: [String] { nodes.differences.map(\.sentence) }

  func text(_ console: Console) -> String {
    guard !nodes.isEmpty else {
      return "No server was heard in the last hour."
    }
    let table = Table(
      "SERVER", "RELEASE", "VERSION", "CLOCK", "LAG", "SINCE", "SEEN",
      rows: nodes.map {
        [
          $0.name, String($0.release.prefix(12)), $0.version, "\($0.clock) ms",
          "\($0.lag) ms", $0.startedAt.rfc3339,
          $0.isSilent ? "silent since \($0.seenAt.rfc3339)" : "now",
        ]
      })
    guard !differences.isEmpty else { return table.text(for: console) }
    let said = differences.map { wrapped($0, to: console.width) }.joined(separator: "\n")
    return "\(table.text(for: console))\n\n\(said)"
  }
}
