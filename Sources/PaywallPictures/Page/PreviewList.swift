import HTTPDocuments
package import PaywallCatalog
import PaywallTextCoding

/// The page that leads to the pictures of every placement and paywall.
package struct PreviewList {
  private let snapshot: Snapshot

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  package var html: String {
    PicturePage.document(
      title: "Paywalls", [],
      """
      <header><h1>Paywalls</h1><p>As visitors would see them now, in every language</p></header>
      \(PicturePage.links([("Results of experiments", "/results")]))\(section("Placements", placements))
      \(section("Paywalls by their ids", paywalls))
      """
    ).text
  }

  private var placements: [(name: String, detail: String)] {
    snapshot.placements.keys.sorted().map { id in
      let running = snapshot.experiments.values.filter {
        $0.status == .running && $0.placements.contains(id)
      }
      return (id, running.map { $0.title ?? $0.id }.sorted().joined(separator: ", "))
    }
  }

  private var paywalls: [(name: String, detail: String)] {
    snapshot.paywalls.values.filter { snapshot.placements[$0.id] == nil }
      .sorted { $0.id < $1.id }.map { ($0.id, $0.title ?? "") }
  }

  private func section(_ title: String, _ items: [(name: String, detail: String)]) -> Markup {
    let rows = items.map { item -> Markup in
      """
      <li><a href="/preview/\(text: item.name.percentEncoded)">\(.foreign(item.name))</a>
      <small>\(.foreign(item.detail))</small></li>

      """
    }
    return "<section><h2>\(text: title)</h2><ul class=\"names\">\n\(rows)</ul></section>"
  }
}
