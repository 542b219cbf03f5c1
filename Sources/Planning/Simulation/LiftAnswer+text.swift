import ExperimentResults

extension LiftAnswer {
  func sentences(enrolled: Int) -> [String] {
    let goal = question.amounts == nil ? "" : " in money per visitor, of whom"
    let baseline = Figures.percent(question.baseline)
    let aim =
      "a lift of \(Figures.percent(question.lift, decimals: 1))"
      + (goal.isEmpty ? " on \(baseline)" : "\(goal) \(baseline) pay,")
      + " with \(Figures.percent(question.power, decimals: 0)) "
      + "power (alpha \(Figures.percent(question.alpha, decimals: 0)), two-sided)"
    guard let needed = neededEnrolled.value else {
      return ["For \(aim) there is no number: \(neededEnrolled.reason)."]
    }
    var sentences = [
      "For \(aim), \(Figures.count(needed)) visitors have to be enrolled"
        + (neededVisitors.value.map { ", of \(Figures.count($0)) in the audience." }
          ?? "; \(neededVisitors.reason).")
    ]
    sentences += length
    sentences.append(
      minimumLift.value.map { least in
        "The \(Figures.count(enrolled)) who are enrolled here can show a lift of "
          + "\(Figures.percent(least, decimals: 1)) or more."
      } ?? "Of those enrolled here: \(minimumLift.reason).")
    return sentences
  }

  private var length: [String] {
    guard let perDay = question.perDay else {
      return ["Say --per-day N, visitors of the audience a day, for the days it takes."]
    }
    guard let days else {
      return ["With \(Figures.count(perDay)) such visitors a day that is never reached."]
    }
    return [
      "With \(Figures.count(perDay)) such visitors a day that takes "
        + "\(Figures.counted(days, "day")) (\(Figures.counted(days / 7, "whole week"))).",
      question.window == 0
        ? nil
        : "The window of the goal closes \(Figures.counted(question.window, "day")) after the last "
          + "of them: it is decided on day \(Figures.count(days + question.window)).",
    ].compactMap(\.self)
  }

  /// The power of other lifts with the visitors who are needed.
  var curveRows: [BarChart.Row] {
    curve.compactMap { point in
      point.power.value.map {
        BarChart.Row(
          label: "lift of \(Figures.percent(point.lift, decimals: 1))", value: $0,
          figures: [Figures.percent($0, decimals: 0)])
      }
    }
  }

  /// The power by weeks of enrolment.
  var weekRows: [BarChart.Row] {
    weeks.compactMap { week in
      week.power.value.map { power in
        BarChart.Row(
          label: Figures.counted(week.days / 7, "week"), value: power,
          figures: [
            Figures.percent(power, decimals: 0), "\(Figures.count(week.enrolled)) enrolled",
            week.minimumLift.value.map { "finds \(Figures.percent($0, decimals: 1))" } ?? "",
          ])
      }
    }
  }
}

extension Estimate {
  fileprivate var reason: String { if case .unknown(let gap) = self { gap.sentence } else { "" } }
}
