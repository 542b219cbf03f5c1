import CommandSupport
import PaywallCatalog

extension VisitorCard {
  /// Returns the sheet for people: one heading, then the events.
  func sheet(_ console: Console) -> String {
    var sheet = Sheet(console, title: id, subtitle: environment)
    sheet.row("customers", Set(timeline.compactMap(\.customer)).sorted().joined(separator: ", "))
    sheet.row("alias", hasAlias ? "joined with another id" : nil)
    return timeline.isEmpty ? sheet.body : sheet.body + "\n\n" + [self].table(console)
  }
}

extension [VisitorCard] {
  /// Returns the events under these ids, in order of time.
  func table(_ console: Console) -> String {
    let rows = flatMap { card in card.timeline.map { (id: card.id, event: $0) } }
      .sorted { $0.event.moment < $1.event.moment }
    var columns: [Table.Column<(id: String, event: VisitorCard.Event)>] = [
      ("WHEN", \.event.moment.rfc3339), ("EVENT", \.event.event.words),
      ("EXPERIMENT", { $0.event.experiment ?? "" }),
      ("PHASE", { $0.event.phase.map(String.init) ?? "" }),
      ("VARIANT", { $0.event.variant ?? "" }), ("WHAT", \.event.what),
    ]
    if count > 1 { columns.insert(("VISITOR", \.id), at: 1) }
    return Table(of: rows, columns).text(for: console)
  }
}

extension VisitorCard.Event.Kind {
  fileprivate var words: String { self == .heldOut ? "held out" : rawValue }
}
