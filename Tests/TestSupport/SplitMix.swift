/// Random numbers from a fixed start (SplitMix64), so that every run is the same and a failure
/// repeats.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to a bound, which it does not reach.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// The same entries, which come in another order.
  package mutating func shuffled<Value>(_ entries: [String: Value]) -> [String: Value] {
    var copy: [String: Value] = [:]
    copy.reserveCapacity(entries.count + below(200))
    for (key, value) in entries.sorted(by: { $0.key < $1.key }).shuffled(using: &self) {
      copy[key] = value
    }
    return copy
  }
}
