/// Counters labelled by words of fixed lists, so that requests cannot add any. A word in no list
/// counts as `other`.
package final class CounterFamily: Sendable {
  private let name: String
  private let help: String
  private let labels: [Label]
  /// The words of the last label vary fastest.
  private let counters: [MetricCounter]

  private struct Label: Sendable {
    var name: String
    var words: [String]
    var indices: [String: Int]
  }

  private static let other = "other"

  package init(_ name: String, _ help: String, _ labels: (name: String, words: [String])...) {
    self.name = name
    self.help = help
    self.labels = labels.map { label in
      let words = label.words.filter { $0 != Self.other } + [Self.other]
      let indices = Dictionary(
        words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      return Label(name: label.name, words: words, indices: indices)
    }
    counters = (0..<self.labels.reduce(1) { $0 * $1.words.count }).map { _ in MetricCounter() }
  }

  /// `words` holds one for each label, in order.
  package func add(_ words: String..., by amount: Int = 1) { counter(words).add(amount) }

  /// One counter, for frequent callers to keep.
  package func counter(_ words: [String]) -> MetricCounter {
    var index = 0
    for (label, word) in zip(labels, words) {
      index = index * label.words.count + (label.indices[word] ?? label.words.count - 1)
    }
    return counters[index]
  }

  /// Every series from the start, so that a first count shows as growth; `other` only once it was
  /// counted.
  package var family: MetricFamily {
    let samples = counters.indices.compactMap { index -> MetricSample? in
      let value = counters[index].value
      let labels = labels(at: index)
      if value == 0, labels.contains(where: { $0.value == Self.other }) { return nil }
      return MetricSample(Double(value), labels)
    }
    return MetricFamily(.counter, name, help, samples)
  }

  private func labels(at index: Int) -> [MetricLabel] {
    var rest = index
    var found: [MetricLabel] = []
    for label in labels.reversed() {
      found.append(MetricLabel(label.name, label.words[rest % label.words.count]))
      rest /= label.words.count
    }
    return found.reversed()
  }
}
