internal import YAMLText

/// The texts of a file that lack languages: a new language is one warning, and not one for each text.
final class Untranslated {
  private var gaps: [Gap] = []

  private struct Gap {
    let missing: [String]
    let shown: [String]
    /// The first text.
    let range: SourceRange
    var texts = 1
  }

  /// - Parameter shown: the locales whose texts are shown instead.
  func add(_ missing: [String], shown: [String], at range: SourceRange) {
    guard let index = gaps.firstIndex(where: { $0.missing == missing && $0.shown == shown }) else {
      return gaps.append(Gap(missing: missing, shown: shown, range: range))
    }
    gaps[index].texts += 1
  }

  func report(in context: DecodingContext) {
    for gap in gaps {
      let others = gap.texts == 2 ? "another text" : "\(gap.texts - 1) more texts"
      context.warning(
        .missingTranslation, at: gap.range,
        "there is no text for \(Nearest.list(gap.missing))"
          + (gap.texts == 1 ? "" : " here, and in \(others) of this file"),
        help: "add it; until then these visitors get \(Nearest.list(gap.shown))")
    }
    gaps = []
  }
}
