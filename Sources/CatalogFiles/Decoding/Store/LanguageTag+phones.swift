internal import PaywallCatalog

// The tags that phones send.
extension LanguageTag {
  /// Whether the region is a country, or one of those that stand for many.
  var hasKnownRegion: Bool { region == 0 || Self.regions.contains(region) }

  /// The language, in this script or an unsaid one, alone and in every country.
  var ofPhones: [LanguageTag] {
    [0, script].flatMap { script in
      ([0] + Self.regions.sorted()).map {
        LanguageTag(language: language, script: script, region: $0)
      }
    }
  }

  private static let regions = Set(
    (Country.allCodes.filter { $0.utf8.count == 2 } + ["001", "150", "419"])
      .compactMap { LanguageTag("en-\($0)")?.region })
}
