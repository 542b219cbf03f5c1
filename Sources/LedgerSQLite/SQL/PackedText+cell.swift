import LedgerStorage

extension PackedText.Part {
  var cell: SQLValue {
    switch self {
    case .bytes(let bytes): .bytes(bytes)
    case .text(let text): .text(text)
    }
  }

  init(cell: SQLValue) throws {
    switch cell {
    case .bytes(let bytes): self = .bytes(bytes)
    case .text(let text): self = .text(text)
    default: throw UnreadableRow("a part of a text is neither text nor bytes")
    }
  }
}
