import PaywallCatalog

/// The due moments of items, by index: the earliest first, and among equal moments the one that was
/// scheduled first. An entry counts only while its item has not been scheduled again.
struct DueQueue: Sendable {
  private var heap: [Entry] = []
  /// The number of the entry that counts, by item.
  private var valid: [UInt64] = []
  private var numbers: UInt64 = 0

  private struct Entry: Comparable {
    var at: Timestamp
    var number: UInt64
    var item: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.at != right.at ? left.at < right.at : left.number < right.number
    }
  }

  /// Replaces the due moment of an item; `nil` removes it.
  mutating func schedule(_ item: Int, at moment: Timestamp?) {
    numbers += 1
    while valid.count <= item { valid.append(0) }
    valid[item] = numbers
    guard let moment else { return }
    heap.append(Entry(at: moment, number: numbers, item: item))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// The next moment at which something is due.
  mutating func nextMoment() -> Timestamp? {
    while let first = heap.first, valid[first.item] != first.number { removeFirst() }
    return heap.first?.at
  }

  /// Takes out the next item that is due by a moment.
  mutating func next(by moment: Timestamp) -> (at: Timestamp, item: Int)? {
    guard let at = nextMoment(), at <= moment else { return nil }
    let item = heap[0].item
    removeFirst()
    return (at, item)
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[least] { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
