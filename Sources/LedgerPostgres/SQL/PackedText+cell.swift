import LedgerStorage

extension PackedText.Part {
  var cell: SQLValue { .bytes(tagged) }

  init(cell: SQLValue) throws {
    guard case .bytes(let bytes) = cell else {
      throw UnreadableRow("a part of a text is neither text nor bytes")
    }
    try self.init(tagged: bytes)
  }
}
