import PaywallCatalog

extension ConfigurationEditor {
  /// Returns eight hexadecimal digits that no other seed of the configuration has.
  func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    let used = Set(
      snapshot.experiments.values.compactMap(\.seed) + snapshot.layers.values.map(\.seed)
        + [snapshot.holdout?.seed].compactMap(\.self))
    while true {
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 16)
      let seed = String(repeating: "0", count: 8 - digits.count) + digits
      // Other programs would read digits alone, or digits around an e, as a number.
      guard !used.contains(seed), seed.contains(where: { "abcdf".contains($0) }) else { continue }
      return seed
    }
  }
}
