package import PaywallCatalog

extension Condition {
  /// Returns the condition, as YAML, of a person who names only countries where a condition or an
  /// audience belongs: `{ country: [DE, AT] }` for `DE, AT`, `Germany or Austria` and
  /// `country DE, AT`.
  ///
  /// - Parameter audiences: their names, which go first.
  /// - Returns: `nil` if a word is no country. Codes count in capital letters only: `no` and `in`
  ///   are words.
  package static func yaml(
    ofCountries words: String, orNames audiences: some Sequence<String>
  ) -> String? {
    guard !audiences.contains(where: { $0.lowercased() == words.lowercased() }) else { return nil }
    let names = words.split { ",/".contains($0) }
    let single = words.split { " ,/:".contains($0) }.filter {
      !["country", "countries", "in", "or", "and"].contains($0.lowercased())
    }
    guard let codes = codes(names) ?? codes(single), let first = codes.first else { return nil }
    return codes.count == 1
      ? "{ country: \(first) }" : "{ country: [\(codes.joined(separator: ", "))] }"
  }

  private static func codes(_ names: [Substring]) -> [String]? {
    var codes: [String] = []
    for name in names {
      let word = String(name.drop { $0 == " " })
      guard word.count > 3 || word == word.uppercased(), let code = BuiltInGuess.country(word)
      else { return nil }
      if !codes.contains(code) { codes.append(code) }
    }
    return codes
  }
}
