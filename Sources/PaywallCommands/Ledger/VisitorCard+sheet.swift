import CommandSupport
import PaywallCatalog

extension VisitorCard {
  /// For people: one heading, then what happened.
  func sheet(_ console: Console) -> String {
    var sheet = Sheet(console, title: id, subtitle: environment)
    sheet.row("customers", Set(timeline.compactMap(\.customer)).sorted().joined(separator: ", "))
    sheet.row("alias", hasAlias ? "joined with another id" : nil)
    return timeline.isEmpty ? sheet.body : sheet.body + "\n\n" + [self].table(console)
  }
}

extension [VisitorCard] {
  /// What happened under these ids, in order of time.
  func table(_ console: Console) -> String {
    let rows = flatMap { card in card.timeline.map { (id: card.id, event: $0) } }
      .sorted { $0.event.moment < $1.event.moment }
    var table = Table(
      "WHEN", "EVENT", "EXPERIMENT", "PHASE", "VARIANT", "WHAT",
      rows: rows.map(\.event).map { event in
        [
          event.moment.rfc3339, event.event.words, event.experiment ?? "",
          event.phase.map(String.init) ?? "", event.variant ?? "", event.what,
        ]
      })
    if count > 1 {
      table.titles.insert("VISITOR", at: 1)
      for (index, row) in rows.enumerated() { table.rows[index].insert(row.id, at: 1) }
    }
    return table.text(for: console)
  }
}

extension VisitorCard.Event.Kind {
  fileprivate var words: String { self == .heldOut ? "held out" : rawValue }
}
