/// A row that no ledger writes: the file was changed by somebody else, or is damaged.
struct UnreadableRow: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "unreadable row: \(what)" }
}
