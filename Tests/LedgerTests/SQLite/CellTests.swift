import Ledger
import LedgerStorage
import Testing

@testable import LedgerSQLite

@Suite struct CellTests {
  static let texts = [
    "", "0", "7", "00", "07", "-1", "+1", " 1", "999999999999999999", "1000000000000000000",
    "704000000382071239", "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd",
    "22B1D8C9-0BE4-4DF1-A8CC-30EEFCA5EDFD", "22b1d8c9-0be4-4df1-a8cc-30eefca5edf",
    "22b1d8c90be4-4df1-a8cc-30eefca5edfd--", "zo\u{EB}", "zoe\u{308}", "\u{0}", "a\u{0}b",
    "\u{0}234567890123456", "٣", "🙂", "type", "Non-Consumable",
  ]

  @Test("A text comes back from its cell", arguments: texts)
  func comesBack(text: String) {
    let read = Cell.text(of: Cell.text(text))
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    let word = Cell.word(of: Cell.word(text))
    #expect(word.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("Different texts have different cells")
  func distinct() {
    #expect(Set(Self.texts.map { Array("\(Cell.text($0))".utf8) }).count == Self.texts.count)
    #expect(Set(Self.texts.map { Array("\(Cell.word($0))".utf8) }).count == Self.texts.count)
    #expect(Cell.text(nil) == .null && Cell.text(of: .null) == nil)
  }
}
