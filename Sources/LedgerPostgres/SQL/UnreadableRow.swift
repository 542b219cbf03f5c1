/// A row that no ledger writes: another program changed the table, or it is damaged.
struct UnreadableRow: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "unreadable row: \(what)" }
}
