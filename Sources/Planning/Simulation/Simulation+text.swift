import ExperimentResults
import PaywallCatalog

extension Simulation {
  /// For a terminal: no line is longer than `width`, but at least 60 columns are used. `isPlain`
  /// draws ASCII bars.
  package func text(width: Int = 80, isPlain: Bool = false, answer: LiftAnswer? = nil) -> String {
    let width = max(60, width)
    var page = WrappedText(width: width)
    let chart = BarChart(isPlain: isPlain)
    page.addSentence(
      "\(experiment): \(Figures.counted(visitors, "visitor")) who match its audience, as if it ran"
        + (stage == .running ? "" : " (it is \(stage == .draft ? "a draft" : stage.rawValue))"))
    if usesFallbackSeed {
      page.addSentence(
        "It has no seed yet, so this uses the seed '\(seed)'; 'paywall experiment start' writes "
          + "another one, which draws other visitors in the same shares.")
    }
    if let growth { page.addSentence(growth.sentence) }
    page.blank()
    page.add(lines: chart.text(funnel, width: width))
    page.blank()
    page.addSentence("Split of the \(Figures.counted(enrolled, "enrolled visitor")):")
    page.add(lines: chart.text(split, width: width))
    if arms.count > Self.mostRows {
      page.addSentence(
        "and \(Figures.counted(arms.count - Self.mostRows, "variant")) more; --json has them all",
        indent: 2)
    }
    page.addSentence(sampleRatio.sentence)
    if !overlaps.isEmpty {
      page.blank()
      page.addSentence(
        "Of them in other experiments too, if they match the other audience as well:")
      page.add(lines: chart.text(overlapRows, width: width))
      let hidden = overlaps.count { $0.exclusion == nil } - overlapRows.count
      if hidden > 0 {
        page.addSentence(
          "and fewer in \(Figures.counted(hidden, "other")); --json has them all", indent: 2)
      }
      for sentence in exclusions { page.addSentence(sentence, indent: 2) }
    }
    if let answer {
      page.blank()
      for sentence in answer.sentences(enrolled: enrolled) { page.addSentence(sentence) }
      if !answer.curveRows.isEmpty {
        page.blank()
        page.addSentence("Power of those who are needed, by the true lift:")
        page.add(lines: chart.text(answer.curveRows, width: width))
      }
      if !answer.weekRows.isEmpty {
        page.blank()
        page.addSentence(
          "By weeks of enrolment: the power for this lift, and the smallest that is found:")
        page.add(lines: chart.text(answer.weekRows, width: width))
      }
    }
    page.blank()
    page.addSentence(
      "The visitors are \(Self.id(1)) to \(Self.id(visitors)). Real ones draw other buckets, in "
        + "the same shares.")
    return page.text
  }

  private var funnel: [BarChart.Row] {
    [
      ("outside slice", outsideSlice), ("outside traffic", outsideTraffic), ("held out", heldOut),
      ("enrolled", enrolled),
    ].map { label, count in
      BarChart.Row(
        label: label, value: Double(count),
        figures: [Figures.count(count), Figures.percent(Double(count) / Double(visitors))])
    }
  }

  private var split: [BarChart.Row] {
    let width = arms.reduce(0) { $0 + $1.openWidth }
    return arms.prefix(Self.mostRows).map { arm in
      BarChart.Row(
        label: arm.variant, value: Double(arm.visitors),
        figures: [
          Figures.count(arm.visitors), share(arm.visitors),
          "of \(width == 0 ? "0" : Figures.percent(Double(arm.openWidth) / Double(width)))",
        ])
    }
  }

  /// Experiments that share visitors; if there are too many to show, those that share most.
  private var overlapRows: [BarChart.Row] {
    let open = overlaps.filter { $0.exclusion == nil }
    let shown = open.count > Self.mostRows ? open.sorted { $0.shared > $1.shared } : open
    return shown.prefix(Self.mostRows).map { overlap in
      BarChart.Row(
        label: overlap.experiment, value: Double(overlap.shared),
        figures: [Figures.count(overlap.shared), share(overlap.shared)])
    }
  }

  private static let mostRows = 30

  private func share(_ count: Int) -> String {
    Figures.percent(enrolled == 0 ? 0 : Double(count) / Double(enrolled))
  }

  /// Experiments that never share a visitor, in one sentence for each cause.
  private var exclusions: [String] {
    let layers = Set(overlaps.compactMap { $0.layer }).sorted()
    var sentences = layers.map { layer in
      let names = overlaps.filter { $0.layer == layer }.map(\.experiment)
      return "never in \(Self.listed(names)): the layer '\(layer)' keeps them apart"
    }
    let names = overlaps.filter { $0.exclusion == .audiences }.map(\.experiment)
    if !names.isEmpty {
      sentences.append("never in \(Self.listed(names)): no visitor matches both audiences")
    }
    return sentences
  }

  /// The first few of many.
  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(6).joined(separator: ", ")
    return names.count > 6 ? "\(shown) and \(Figures.count(names.count - 6)) more" : shown
  }
}

extension Simulation.Overlap {
  fileprivate var layer: String? {
    if case .layer(let name) = exclusion { name } else { nil }
  }
}

extension SampleRatio {
  /// The result of the test, for people.
  var sentence: String {
    let figures =
      "chi-squared \(Figures.decimal(statistic, decimals: 2)) with "
      + "\(Figures.counted(degreesOfFreedom, "degree")) of freedom, p \(Figures.probability(p))"
    return switch verdict {
    case .balanced: "Sample ratio: balanced (\(figures))"
    case .mismatch:
      "Sample ratio: MISMATCH (\(figures)); chance does this less than once in a thousand times"
    case .tooFewVisitors: "Sample ratio: too few visitors to say"
    case .nothingToCompare: "Sample ratio: fewer than two variants enrol visitors"
    }
  }
}

extension Growth {
  fileprivate var sentence: String {
    let shares = parts.enumerated().map { number, part in
      number == 0 ? "\(part.share) at first" : "\(part.share) from \(part.from.words)"
    }
    let shown = shares.prefix(6).joined(separator: ", ")
    let more = shares.count > 6 ? " and \(Figures.counted(shares.count - 6, "step")) more" : ""
    return "Its traffic grows by steps (\(shown)\(more)); the visitors arrive evenly from "
      + "\(start.words) to \(end.words), each under the share of that moment."
      + (late > 0
        ? " \(Figures.counted(late, "more visitor")) would arrive after its end, and are not drawn."
        : "")
  }
}
