import Ledger
import LedgerStorage

/// The numbers of texts that many rows share.
struct TextNumbers {
  private var known: [(bytes: [UInt8], number: Int)] = []

  /// - Parameter make: the number of a text that was not seen yet.
  mutating func number(
    of row: SQLRow, _ column: Int, make: (String) -> Int
  ) -> Int {
    for (bytes, number) in known where row.hasText(column, bytes) { return number }
    let text = row.text(column) ?? ""
    let number = make(text)
    // A cell in another form than text, and an absent one, is looked up each time.
    if row.isText(column), known.count < 64 { known.append((Array(text.utf8), number)) }
    return number
  }
}
