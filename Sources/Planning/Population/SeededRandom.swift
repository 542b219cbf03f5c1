/// SplitMix64: the same numbers after the same seed, on every machine.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 ..< `count`, which is at least 1.
  mutating func next(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  /// Returns true once in `count`.
  mutating func chance(oneIn count: Int) -> Bool { next(below: count) == 0 }

  mutating func pick<Item>(_ items: [Item]) -> Item? {
    items.isEmpty ? nil : items[next(below: items.count)]
  }
}
