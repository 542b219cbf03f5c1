internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// A key of one paywall's content is not one letter off from a key that more paywalls use.
  static let misspeltContent = ValidationRule { draft, sink in
    var keys: [[String]: ContentKeys] = [:]
    let bases = Dictionary(
      draft.paywalls.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (number, paywall) in draft.paywalls.enumerated() {
      for key in paywall.contentKeys { keys[key.path, default: ContentKeys()].add(key, of: number) }
      for key in paywall.extends.flatMap({ bases[$0.value] })?.contentKeys ?? [] {
        keys[key.path, default: ContentKeys()].inherit(key, by: number)
      }
    }
    let misspelt = keys.values.flatMap { $0.misspelt() }
    for (key, meant) in misspelt.sorted(by: { $0.0.isBefore($1.0) }) {
      sink.warning(
        .misspeltContent, at: key.place,
        "no other paywall has '\(key.key.shortened)' here, and others have '\(meant.shortened)'",
        help: "did you mean '\(meant.shortened)'?")
    }
  }
}

/// The keys that paywalls have at one place of their content.
private struct ContentKeys {
  private var uses: [String: Use] = [:]

  private struct Use {
    let first: ContentKey
    /// Whose files have it.
    var files: Set<Int> = []
    /// That have it, or inherit it.
    var paywalls: Set<Int> = []
  }

  mutating func add(_ key: ContentKey, of paywall: Int) {
    inherit(key, by: paywall)
    uses[key.key]?.files.insert(paywall)
  }

  mutating func inherit(_ key: ContentKey, by paywall: Int) {
    uses[key.key, default: Use(first: key)].paywalls.insert(paywall)
  }

  /// Keys of one paywall, with the key that is meant. Of two that one paywall each has, the one in
  /// the later file.
  func misspelt() -> [(ContentKey, meant: String)] {
    // Two words that are one letter apart have a common text with one letter less, or one has it.
    var alike: [String: [String]] = [:]
    for key in uses.keys where (4...64).contains(key.utf8.count) {
      for shorter in key.withoutOneLetter { alike[shorter, default: []].append(key) }
    }
    return uses.compactMap { key, use in
      guard use.files.count == 1, (4...64).contains(key.utf8.count) else { return nil }
      let others = Set(key.withoutOneLetter.flatMap { (alike[$0] ?? []).prefix(Self.most) })
      let meant = others.filter { isMeant($0, by: key) }.min {
        (-count($0), $0) < (-count($1), $1)
      }
      return meant.map { (use.first, $0) }
    }
  }

  /// Of words that are alike; more are a pattern, and no mistakes.
  private static let most = 50

  private func count(_ key: String) -> Int { uses[key]?.paywalls.count ?? 0 }

  private func isMeant(_ other: String, by key: String) -> Bool {
    guard let use = uses[key], let meant = uses[other], other != key,
      meant.files.isDisjoint(with: use.files), Nearest.isOneLetterOff(key, other),
      !key.differsInDigits(from: other)
    else { return false }
    return meant.paywalls.count > use.paywalls.count
      || meant.paywalls.count == use.paywalls.count && meant.first.isBefore(use.first)
  }
}

extension ContentKey {
  fileprivate func isBefore(_ other: ContentKey) -> Bool {
    (place.file, place.range?.start.offset ?? 0)
      < (other.place.file, other.place.range?.start.offset ?? 0)
  }
}

extension String {
  /// The text itself, and each with one letter less.
  fileprivate var withoutOneLetter: [String] {
    let letters = Array(self)
    return [self]
      + letters.indices.map { index in
        String(letters[..<index] + letters[(index + 1)...])
      }
  }

  /// Such as `feature1` and `feature2`, or `step` and `step2`.
  fileprivate func differsInDigits(from other: String) -> Bool {
    filter { !$0.isNumber } == other.filter { !$0.isNumber }
  }
}
