/// The nearest valid name to one that was mistyped.
package enum Nearest {
  /// `did you mean 'x'?` for the nearest candidate, else the candidates themselves when they are
  /// few, else `nil`.
  package static func help(for name: String, among candidates: some Sequence<String>) -> String? {
    let all = candidates.sorted()
    if let best = match(for: name, among: all) { return "did you mean '\(best)'?" }
    guard !all.isEmpty, all.count <= 12 else { return nil }
    return "use \(list(all))"
  }

  /// The candidate with the fewest typing slips (inserted, dropped, changed or swapped letters;
  /// letter case does not count), if those are at most a third of the name.
  package static func match(for name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let most = max(1, wanted.count / 3)
    var best: (name: String, slips: Int)?
    for candidate in candidates {
      let offered = Array(candidate.lowercased().unicodeScalars)
      guard abs(offered.count - wanted.count) <= most else { continue }
      let slips = slips(from: wanted, to: offered)
      if slips <= most, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.name
  }

  /// `'a', 'b' or 'c'`.
  package static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Optimal string alignment distance, in three rows. Long names are not compared in full.
  private static func slips(from: [Unicode.Scalar], to: [Unicode.Scalar]) -> Int {
    guard from.count <= 100, to.count <= 100 else { return from == to ? 0 : .max }
    var beforePrevious: [Int] = []
    var previous = Array(0...to.count)
    for row in from.indices {
      var current = [row + 1]
      for column in to.indices {
        let change = from[row] == to[column] ? 0 : 1
        var cost = min(
          previous[column] + change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous.last ?? 0
  }
}
