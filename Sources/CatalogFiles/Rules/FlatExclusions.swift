internal import PaywallCatalog

/// The required values of many audiences as numbers: one for each distinct audience, attribute and
/// value. Each pair of audiences is compared once.
struct FlatExclusions {
  /// The number of the audience, by experiment.
  private var audiences: [Int] = []
  /// The attributes of each audience with their values, both sorted.
  private var asked: [[(attribute: Int, values: [Int])]] = []
  /// The result for each pair of audiences: 0 not compared, 1 they share visitors, 2 they do not.
  private var known: [UInt8] = []

  /// - Parameter conditions: the audience of each experiment.
  init(of conditions: [Condition?], _ draft: Draft) {
    var attributes: [String: Int] = [:]
    var values: [AttributeValue: Int] = [:]
    var numbers: [Condition?: Int] = [:]
    for condition in conditions {
      if let number = numbers[condition] {
        audiences.append(number)
        continue
      }
      numbers[condition] = asked.count
      audiences.append(asked.count)
      asked.append(
        Exclusions(condition, draft).values.map { attribute, asked in
          (
            attributes.number(of: attribute), asked.map { values.number(of: $0) }.sorted()
          )
        }.sorted { $0.attribute < $1.attribute })
    }
    known = [UInt8](repeating: 0, count: asked.count * asked.count)
  }

  /// Whether the audiences of both experiments exclude each other.
  mutating func excludes(_ left: Int, _ right: Int) -> Bool {
    let place = audiences[left] * asked.count + audiences[right]
    if known[place] == 0 {
      known[place] = areDisjoint(asked[audiences[left]], asked[audiences[right]]) ? 2 : 1
    }
    return known[place] == 2
  }

  private func areDisjoint(
    _ left: [(attribute: Int, values: [Int])], _ right: [(attribute: Int, values: [Int])]
  ) -> Bool {
    var (first, second) = (0, 0)
    while first < left.count, second < right.count {
      if left[first].attribute == right[second].attribute {
        if !left[first].values.intersectsSorted(right[second].values) { return true }
        first += 1
        second += 1
      } else if left[first].attribute < right[second].attribute {
        first += 1
      } else {
        second += 1
      }
    }
    return false
  }
}

extension Dictionary where Value == Int {
  /// The same number for the same key, from 0.
  fileprivate mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    self[key] = count
    return count - 1
  }
}
