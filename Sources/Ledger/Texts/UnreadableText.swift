/// A packed text that no ledger writes: another program changed it, or it is damaged.
struct UnreadableText: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "unreadable text: \(what)" }
}
