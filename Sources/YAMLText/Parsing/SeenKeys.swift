/// The keys of one mapping with their places, compared by their bytes.
struct SeenKeys {
  /// Few keys are compared one by one; a mapping of thousands would take quadratic time.
  private static let mostCompared = 16

  private var few: [(key: String, range: SourceRange)] = []
  private var many: [[UInt8]: SourceRange] = [:]

  /// The place of the same key before; `nil` for a new key, whose place is kept.
  mutating func first(_ key: String, at range: SourceRange) -> SourceRange? {
    if many.isEmpty {
      let same = few.first {
        $0.key.utf8.count == key.utf8.count && $0.key.utf8.elementsEqual(key.utf8)
      }
      if let same { return same.range }
      few.append((key, range))
      if few.count > Self.mostCompared {
        for (key, range) in few { many[Array(key.utf8)] = range }
      }
      return nil
    }
    let bytes = Array(key.utf8)
    if let range = many[bytes] { return range }
    many[bytes] = range
    return nil
  }
}
