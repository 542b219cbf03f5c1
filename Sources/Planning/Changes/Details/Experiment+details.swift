import PaywallCatalog
import PaywallTextCoding

extension Experiment: Described {
  /// `draft at 'onboarding' for britishIsles, traffic 50%`, then its variants.
  var summary: [String] {
    var first = "\(status.rawValue) at \(placements.quoted.listed)"
    if let audience { first += " for \(audience)" }
    if traffic != .all { first += ", traffic \(traffic.words)" }
    let variants = variants.map { "\($0.name) \($0.share) shows \($0.shows.words)" }
    return [first] + variants
  }

  static let aspects = Aspects<Experiment> {
    $0.value("status") { $0.status.rawValue }
    $0.value("phase") { "\($0.phase)" }
    $0.value("seed") { $0.seed }
    $0.phrase("at") { $0.placements.quoted.listed }
    $0.phrase("for") { $0.audience.words }
    $0.value("traffic") { $0.traffic.words }
    $0.value("layer") { $0.layer }
    $0.both {
      if $0.layer != nil || $1.layer != nil { $2.compare("slice", "\($0.slice)", "\($1.slice)") }
    }
    $0.value("unit") { $0.unit.rawValue }
    $0.both { $1.compareVariants($0, &$2) }
    $0.phrase("starts") { $0.schedule.start.words(or: "at once") }
    $0.phrase("ends") { $0.schedule.end.words(or: "never") }
    $0.phrase("while paused, recorded visitors see") { $0.whilePaused.words }
    $0.phrase("once it has ended,") { $0.after.words($0.winner) }
    $0.phrase("visitors of earlier phases are") {
      $0.excludeEarlierPhases ? "left out" : "re-assigned"
    }
    $0.value("title") { $0.title }
    $0.value("hypothesis") { $0.hypothesis }
    $0.value("owner") { $0.owner }
    $0.value("visibility") { $0.visibility.rawValue }
    $0.value("primary metric") { $0.metrics.primary?.words }
    $0.value("secondary metrics") { $0.metrics.secondary.map(\.words).commaSeparated }
    $0.value("guardrails") { $0.metrics.guardrails.map(\.words).commaSeparated }
    $0.value("required guardrails") { $0.metrics.require.map(\.rawValue).commaSeparated }
    $0.value("breakdowns") { $0.metrics.breakdowns.map(\.rawValue).commaSeparated }
  }

  private func compareVariants(_ before: Experiment, _ details: inout Details) {
    let (earlier, later) = (before.variantsByName, variantsByName)
    for old in before.variants where later[old.name] == nil {
      details.say("variant '\(old.name)' is gone (\(old.share), \(old.shows.words))")
    }
    for variant in variants {
      guard let old = earlier[variant.name] else {
        details.say(
          "variant '\(variant.name)' is new (\(variant.share), shows \(variant.shows.words))")
        continue
      }
      details.compare("share of '\(variant.name)'", "\(old.share)", "\(variant.share)")
      details.compare("'\(variant.name)' shows", old.shows.words, to: variant.shows.words)
    }
    let kept = before.variants.map(\.name).filter { later[$0] != nil }
    let now = variants.map(\.name).filter { earlier[$0] != nil }
    details.compare("variants in the order", kept.commaSeparated, to: now.commaSeparated)
  }
}

extension Variant.Shows {
  /// `'lite'`, or `'lite' at 'onboarding', nothing at 'settings'`.
  var words: String {
    switch self {
    case .everywhere(let show): show.words
    case .perPlacement(let shows):
      shows.sorted { $0.key.precedes($1.key) }.map { "\($1.words) at '\($0)'" }
        .joined(separator: ", ")
    }
  }
}

extension WhilePaused {
  fileprivate var words: String { self == .keep ? "their variant" : "control" }
}

extension AfterEnd {
  fileprivate func words(_ winner: String?) -> String {
    switch self {
    case .keep: "recorded visitors keep their variant"
    case .control: "no visitor keeps a variant"
    case .winner: "its audience sees \(winner.map { "'\($0)'" } ?? "the winner, not yet named")"
    }
  }
}

extension MetricGoal {
  /// `paidRate`, or with what differs from the defaults: `paidRate (window P30D, smallest 3%)`.
  fileprivate var words: String {
    let terms = [
      window.map { "window \($0)" },
      direction == name.direction ? nil : direction.rawValue,
      smallest.map { "smallest \($0)" },
      margin.map { "margin \($0)" },
      cap.map { "cap \($0)" },
    ].compactMap(\.self)
    return terms.isEmpty
      ? name.rawValue : "\(name.rawValue) (\(terms.joined(separator: ", ")))"
  }
}
