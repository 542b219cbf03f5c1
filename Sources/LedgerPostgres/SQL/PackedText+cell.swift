import LedgerStorage

extension PackedText.Part {
  /// Its bytes after 0, or its text after 1.
  var cell: SQLValue {
    switch self {
    case .bytes(let bytes): .bytes([0] + bytes)
    case .text(let text): .bytes([1] + Array(text.utf8))
    }
  }

  init(cell: SQLValue) throws {
    guard case .bytes(let bytes) = cell, let first = bytes.first, first < 2 else {
      throw UnreadableRow("a part of a text is neither text nor bytes")
    }
    let rest = Array(bytes.dropFirst())
    self = first == 0 ? .bytes(rest) : .text(String(decoding: rest, as: UTF8.self))
  }
}
