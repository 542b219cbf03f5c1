package import PaywallCatalog

extension PreferredLanguages {
  /// The value of an `Accept-Language` (RFC 9110, 12.5.4), by weight; of equal ones the first comes
  /// first. Ends at `*`, which any language matches. Only the first `most` ranges count.
  package init(acceptLanguage value: String) {
    let ranges = value.split(separator: ",", maxSplits: Self.most).prefix(Self.most)
    let weighed = ranges.map(Self.weighed).enumerated().filter { $0.element.weight > 0 }
    let ordered = weighed.sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    let named = ordered.map(\.element.tag).prefix { $0 != "*" }
    self.init(named.map { String($0) })
  }

  /// - Returns: the weight in thousandths; 1,000 without a valid one.
  private static func weighed(_ range: Substring) -> (tag: Substring, weight: Int) {
    let parts = range.split(separator: ";", maxSplits: 1)
    let tag = (parts.first ?? "").filter { $0 != " " && $0 != "\t" }
    guard parts.count == 2 else { return (Substring(tag), 1000) }
    let weight = parts[1].filter { $0 != " " && $0 != "\t" }.lowercased()
    guard weight.hasPrefix("q="), let number = Double(weight.dropFirst(2)), (0...1).contains(number)
    else { return (Substring(tag), 1000) }
    return (Substring(tag), Int((number * 1000).rounded()))
  }
}
