/// The most frequent of any number of names, in the memory of 100 (Misra and Gries, 1982): a name
/// that makes up more than a hundredth of all is among them, whatever the others are.
struct FrequentNames: Sendable {
  private static let size = 100

  /// A lower bound of how often each name came.
  private var counts: [String: Int] = [:]
  /// How many names came.
  private(set) var total = 0

  mutating func add(_ name: String) {
    total += 1
    if counts[name] != nil || counts.count < Self.size {
      counts[name, default: 0] += 1
    } else {
      // Each pass removes one count of each name, which an earlier call added.
      counts = counts.compactMapValues { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// The names that surely came most often, the most frequent first.
  func top(_ number: Int) -> [String] {
    counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(number).map(\.key)
  }
}
