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

  func details(since before: Experiment) -> [String] {
    Details.of { details in
      details.compare("status", before.status.rawValue, status.rawValue)
      details.compare("phase", "\(before.phase)", "\(phase)")
      details.compare("seed", before.seed, seed)
      details.compare("at", before.placements.quoted.listed, to: placements.quoted.listed)
      details.compare("for", before.audience.words, to: audience.words)
      details.compare("traffic", before.traffic.words, traffic.words)
      details.compare("layer", before.layer, layer)
      if before.layer != nil || layer != nil {
        details.compare("slice", "\(before.slice)", "\(slice)")
      }
      details.compare("unit", before.unit.rawValue, unit.rawValue)
      compareVariants(before, &details)
      details.compare(
        "starts", before.schedule.start.words(or: "at once"),
        to: schedule.start.words(or: "at once"))
      details.compare(
        "ends", before.schedule.end.words(or: "never"), to: schedule.end.words(or: "never"))
      compareAfterwards(before, &details)
      compareNotes(before, &details)
    }
  }

  private func compareAfterwards(_ before: Experiment, _ details: inout Details) {
    details.compare(
      "while paused, recorded visitors see", before.whilePaused.words, to: whilePaused.words)
    details.compare(
      "once it has ended,", before.after.words(before.winner), to: after.words(winner))
    details.compare(
      "visitors of earlier phases are", before.excludeEarlierPhases ? "left out" : "re-assigned",
      to: excludeEarlierPhases ? "left out" : "re-assigned")
  }

  private func compareNotes(_ before: Experiment, _ details: inout Details) {
    details.compare("title", before.title, title)
    details.compare("hypothesis", before.hypothesis, hypothesis)
    details.compare("owner", before.owner, owner)
    details.compare("visibility", before.visibility.rawValue, visibility.rawValue)
    details.compare("primary metric", before.metrics.primary?.words, metrics.primary?.words)
    details.compare(
      "secondary metrics", before.metrics.secondary.map(\.words).commaSeparated,
      metrics.secondary.map(\.words).commaSeparated)
    details.compare(
      "guardrails", before.metrics.guardrails.map(\.words).commaSeparated,
      metrics.guardrails.map(\.words).commaSeparated)
    details.compare(
      "required guardrails", before.metrics.require.map(\.rawValue).commaSeparated,
      metrics.require.map(\.rawValue).commaSeparated)
    details.compare(
      "breakdowns", before.metrics.breakdowns.map(\.rawValue).commaSeparated,
      metrics.breakdowns.map(\.rawValue).commaSeparated)
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
