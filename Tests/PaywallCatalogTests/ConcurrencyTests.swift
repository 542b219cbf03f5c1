import Serving
import Testing

@Suite("Work in parts")
struct ConcurrencyTests {
  @Test("covers everything once, with results in order", arguments: [0, 1, 63, 64, 1_000, 100_003])
  func parts(_ count: Int) {
    for concurrency in [Concurrency.oneThread, .allCores] {
      let parts = concurrency.parts(of: count) { Array($0) }
      #expect(parts.flatMap(\.self) == Array(0..<count))
      #expect(concurrency.map(Array(0..<count)) { -$0 } == (0..<count).map { -$0 })
    }
  }

  @Test("uses a part for each, if each is much work")
  func small() {
    #expect(Concurrency.allCores.parts(of: 3, atLeast: 1) { $0.count } == [1, 1, 1])
  }
}
