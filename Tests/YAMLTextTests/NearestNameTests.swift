import Testing

@testable import YAMLText

@Suite("The nearest name")
struct NearestNameTests {
  @Test("is the one with the fewest slips, at most a third of the name")
  func nearest() {
    let names = ["standard", "standard-trial", "lite"]
    #expect(Nearest.match(for: "standrad", among: names) == "standard")
    #expect(Nearest.match(for: "STANDARD", among: names) == "standard")
    #expect(Nearest.match(for: "lte", among: names) == "lite")
    #expect(Nearest.match(for: "unlike", among: names) == nil)
    #expect(Nearest.match(for: "naïve", among: ["naive"]) == "naive")
    #expect(Nearest.help(for: "b", among: ["xyz", "uvw"]) == "use 'uvw' or 'xyz'")
  }

  @Test("agrees with the distance in its plain form")
  func law() {
    var random = Numbers(state: 13)
    for _ in 0..<3_000 {
      let wanted = random.word()
      let names = (0..<6).map { _ in random.word() }
      let most = max(1, wanted.count / 3)
      let best = names.sorted().map { (name: $0, editDistance: plain(Array(wanted), Array($0))) }
        .filter { $0.editDistance <= most }.min { $0.editDistance < $1.editDistance }
      #expect(Nearest.match(for: wanted, among: names) == best?.name, "\(wanted) \(names)")
    }
  }

  @Test("is not guessed among hundreds that are about alike, nor among tens of thousands")
  func many() {
    let alike = (100..<400).map { "offer-\($0)" }
    #expect(Nearest.match(for: "offer-123x", among: alike) == nil)
    #expect(Nearest.match(for: "standrad", among: alike + ["standard"]) == "standard")
    let thousands = (0..<10_000).map { "a\($0)" } + ["standard"]
    #expect(Nearest.match(for: "standrad", among: thousands) == nil)
    #expect(Nearest.match(for: String(repeating: "a", count: 300), among: ["a"]) == nil)
  }

  /// Optimal string alignment distance over the whole table.
  private func plain(_ from: [Character], _ to: [Character]) -> Int {
    var table = [[Int]](repeating: Array(0...to.count), count: from.count + 1)
    for row in 0...from.count { table[row][0] = row }
    for row in from.indices {
      for column in to.indices {
        let change = from[row] == to[column] ? 0 : 1
        var cost = min(
          table[row][column] + change, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = cost
      }
    }
    return table[from.count][to.count]
  }

  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }

    mutating func word() -> String {
      String((0..<(1 + next(below: 9))).map { _ in ["a", "b", "c"][next(below: 3)] }.joined())
    }
  }
}

@Suite("A text of directives")
struct DirectiveTests {
  @Test("is refused, because each would be compared with all before it")
  func many() {
    let text = (0..<101).map { "%TAG !a\($0)! b\n" }.joined() + "---\na: 1\n"
    let (document, diagnostics) = Document.parse(text, path: "a.yaml")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.range?.start.line) == [101])
  }

  @Test("keeps 100 mistakes and counts the rest")
  func counted() {
    let (document, diagnostics) = Document.parse(
      String(repeating: "- &a b\n", count: 350), path: "a.yaml")
    #expect(diagnostics.count == 100)
    #expect(document.omitted == 250)
    #expect(document.root == nil)
  }
}
