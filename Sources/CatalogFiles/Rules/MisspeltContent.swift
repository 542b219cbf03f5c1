internal import PaywallPresentation
internal import YAMLText

extension ValidationRule {
  /// A key of content is not one letter off from a word that apps draw, unless the paywall has that
  /// word too; nor is a key of one paywall from a key that more paywalls use.
  static let misspeltContent = ValidationRule { draft, sink in
    var keys: [[String]: ContentKeys] = [:]
    let heirs = draft.paywalls.reduce(into: [String: Int]()) { heirs, paywall in
      if let base = paywall.extends { heirs[base.value, default: 0] += 1 }
    }
    for (number, paywall) in draft.paywalls.enumerated() {
      let paywalls = 1 + (heirs[paywall.id] ?? 0)
      let words = Set(paywall.contentKeys.compactMap(\.word))
      for key in paywall.contentKeys where key.word == nil {
        if let meant = key.misspeltWord {
          guard !words.contains(meant) else { continue }
          sink.warning(
            .misspeltContent, at: key.place,
            "pictures and PaywallKitUI draw '\(meant.rawValue)', and not '\(key.key)'",
            help: "did you mean '\(meant.rawValue)'?")
          continue
        }
        keys[key.path, default: ContentKeys()].add(key, ofFile: number, in: paywalls)
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
    /// The files that have it, by number.
    var files: Set<Int> = []
    /// How many paywalls have it, or inherit it.
    var paywalls = 0
  }

  /// - Parameter paywalls: the one of the file, and those that extend it.
  mutating func add(_ key: ContentKey, ofFile file: Int, in paywalls: Int) {
    uses[key.key, default: Use(first: key)].files.insert(file)
    uses[key.key]?.paywalls += paywalls
  }

  /// Keys of one paywall, with the key that is meant. If one paywall has each of two keys, the one
  /// in the later file.
  func misspelt() -> [(ContentKey, meant: String)] {
    // Two words that are one letter apart have a common text with one letter less, or one has it.
    var alike: [String: [String]] = [:]
    for key in uses.keys.sorted() where Self.lengths.contains(key.utf8.count) {
      for shorter in key.withoutOneLetter { alike[shorter, default: []].append(key) }
    }
    return uses.compactMap { key, use in
      guard use.files.count == 1, Self.lengths.contains(key.utf8.count) else { return nil }
      let others = Set(key.withoutOneLetter.flatMap { (alike[$0] ?? []).prefix(Self.most) })
      let meant = others.filter { isMeant($0, by: key) }.min {
        (-count($0), $0) < (-count($1), $1)
      }
      return meant.map { (use.first, $0) }
    }
  }

  /// The most words that may be alike; more are a pattern, and no mistakes.
  private static let most = 8
  /// The lengths of keys that are compared: in shorter ones every letter counts, longer ones are no
  /// words.
  private static let lengths = 4...32

  private func count(_ key: String) -> Int { uses[key]?.paywalls ?? 0 }

  private func isMeant(_ other: String, by key: String) -> Bool {
    guard let use = uses[key], let meant = uses[other], other != key,
      meant.files.isDisjoint(with: use.files), Nearest.isOneLetterOff(key, other),
      !key.differsInDigits(from: other)
    else { return false }
    return meant.paywalls > use.paywalls
      || meant.paywalls == use.paywalls && meant.first.isBefore(use.first)
  }
}

extension ContentKey {
  /// The word that it is; only keys of the content itself are words.
  fileprivate var word: ContentWord? { path.isEmpty ? ContentWord(rawValue: key) : nil }

  /// The word that it is probably meant to be.
  fileprivate var misspeltWord: ContentWord? {
    guard path.isEmpty, key.utf8.count >= 4 else { return nil }
    return ContentWord.allCases.first {
      Nearest.isOneLetterOff(key, $0.rawValue) && !key.differsInDigits(from: $0.rawValue)
    }
  }

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

  /// True for pairs such as `feature1` and `feature2`, or `step` and `step2`.
  fileprivate func differsInDigits(from other: String) -> Bool {
    filter { !$0.isNumber } == other.filter { !$0.isNumber }
  }
}
