/// Finds the nearest valid name for a mistyped one.
package enum Nearest {
  /// `did you mean 'x'?` for the nearest candidate, else the candidates if they are few, else
  /// `nil`.
  package static func help(for name: String, among candidates: some Sequence<String>) -> String? {
    if let best = match(for: name, among: candidates) { return "did you mean '\(best)'?" }
    let few = Array(candidates.prefix(13))
    guard !few.isEmpty, few.count <= 12 else { return nil }
    return "use \(list(few.sorted()))"
  }

  /// The candidate with the smallest edit distance (inserted, dropped, changed or swapped letters,
  /// without letter case), if that is at most a third of the name; of several the first in the
  /// alphabet.
  ///
  /// There may be as many candidates as fit in a file, so only those of about the same length and
  /// letters are compared. If there are hundreds of them, a suggestion would be a guess, and there
  /// is none.
  package static func match(for name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest else {
      return candidates.prefix(mostCandidates).first { $0 == name }
    }
    let wanted = Array(name.lowercased().unicodeScalars)
    let most = max(1, wanted.count / 3)
    let letters = LetterCounts(name)
    var alike: [String] = []
    var seen = 0
    for candidate in candidates {
      seen += 1
      guard seen <= mostCandidates else { return nil }
      guard candidate.utf8.count <= longest,
        letters.editDistance(to: LetterCounts(candidate), atMost: most)
      else { continue }
      alike.append(candidate)
      guard alike.count <= mostAlike else { return nil }
    }
    var best: (name: String, editDistance: Int)?
    for candidate in alike.sorted() {
      let offered = Array(candidate.lowercased().unicodeScalars)
      let limit = min(most, best.map { $0.editDistance - 1 } ?? most)
      guard let editDistance = editDistance(from: wanted, to: offered, atMost: limit) else {
        continue
      }
      best = (candidate, editDistance)
      if editDistance == 0 { break }
    }
    return best?.name
  }

  /// The most bytes of a name that are compared.
  private static let longest = 256
  package static let mostCandidates = 10_000
  private static let mostAlike = 200

  /// `'a', 'b' or 'c'`.
  package static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Whether one letter is inserted, dropped, changed or swapped, or only letter case differs.
  package static func isOneLetterOff(_ name: String, _ other: String) -> Bool {
    let (from, to) = (
      Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars)
    )
    return name != other && editDistance(from: from, to: to, atMost: 1) != nil
  }

  /// Optimal string alignment distance, in three rows; `nil` if it is more than `most`.
  private static func editDistance(
    from: [Unicode.Scalar], to: [Unicode.Scalar], atMost most: Int
  ) -> Int? {
    guard most >= 0, abs(from.count - to.count) <= most else { return nil }
    let far = from.count + to.count + 1
    var beforePrevious = [Int](repeating: far, count: to.count + 1)
    var previous = Array(0...to.count)
    var current = beforePrevious
    for row in from.indices {
      // Cells further from the diagonal exceed the limit.
      let columns = max(0, row - most)..<min(to.count, row + most + 1)
      current[columns.lowerBound] = columns.lowerBound == 0 ? row + 1 : far
      var least = current[columns.lowerBound]
      for column in columns {
        let change = from[row] == to[column] ? 0 : 1
        var cost = min(previous[column] + change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      if columns.upperBound < to.count { current[columns.upperBound + 1] = far }
      guard least <= most else { return nil }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    guard let editDistance = previous.last, editDistance <= most else { return nil }
    return editDistance
  }
}

/// Approximate letter counts of a name: names with very different counts are not similar.
private struct LetterCounts {
  private var counts: SIMD32<UInt8> = .zero
  private var isASCII = true

  /// ASCII letters are counted without case.
  init(_ name: String) {
    for byte in name.utf8 {
      if byte >= 0x80 { isASCII = false }
      let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      let index = Int(folded & 31)
      if counts[index] < 255 { counts[index] += 1 }
    }
  }

  /// Whether the distance may be within the limit: one edit changes at most two counts by one.
  /// Always `true` for names beyond ASCII.
  func editDistance(to other: LetterCounts, atMost most: Int) -> Bool {
    guard isASCII, other.isASCII else { return true }
    let more = counts.replacing(with: other.counts, where: counts .< other.counts)
    let less = counts.replacing(with: other.counts, where: counts .> other.counts)
    let difference = more &- less
    var sum = 0
    for index in 0..<32 { sum += Int(difference[index]) }
    return sum <= most * 2
  }
}
