/// A row that no ledger writes: another program changed the tables, or they are damaged.
package struct UnreadableRow: Error, CustomStringConvertible {
  package let description: String

  package init(_ what: String) { description = "unreadable row: \(what)" }
}

/// A packed text that no ledger writes: another program changed it, or it is damaged.
struct UnreadableText: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "unreadable text: \(what)" }
}
