/// The names of one object with many members, as a hash table of their nodes. A lookup allocates
/// nothing.
struct JSONNameTable {
  /// At most half of the slots are in use. The upper half of a slot is of the hash, the lower half
  /// is the index of the node plus one; 0 is a free slot.
  private var slots: [UInt64] = []
  private var count = 0

  /// Adds a name unless the object has it.
  ///
  /// - Parameters:
  ///   - hash: seeded, so that a client cannot choose names that share a slot.
  ///   - isSame: whether the node of an earlier name has the same name.
  /// - Returns: whether the name is new.
  mutating func insert(_ node: Int, hash: UInt64, isSame: (Int) -> Bool) -> Bool {
    if slots.count < 2 * (count + 1) { grow() }
    let hash = hash & Self.upperHalf
    var index = firstSlot(of: hash)
    while slots[index] != 0 {
      let other = slots[index]
      if other & Self.upperHalf == hash,
        isSame(Int(truncatingIfNeeded: other & ~Self.upperHalf) - 1)
      {
        return false
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = hash | UInt64(node + 1)
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(128, 2 * old.count))
    for slot in old where slot != 0 {
      var index = firstSlot(of: slot)
      while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }

  private func firstSlot(of slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot >> 32) & (slots.count - 1)
  }

  private static let upperHalf: UInt64 = 0xFFFF_FFFF_0000_0000
}
