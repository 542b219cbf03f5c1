import Catalog
import ExperimentResults

extension ExpectationOptions {
  /// How many visitors a test needs, and how long that takes. Without `--baseline` and `--lift`
  /// nothing is guessed: what they are decides the answer.
  func sentences(for reach: Reach) -> [String] {
    guard let baseline, let lift else {
      return ["How long it takes: add --baseline 4% --lift 10% --per-day 3000."]
    }
    let open = reach.experiment.ranges.map { Double($0.open.count) }
    let total = open.reduce(0, +)
    guard let control = reach.experiment.variants.firstIndex(where: { $0.name == Catalog.Experiment.control })
    else { return [] }
    let needed = open.indices.filter { $0 != control }.map { arm in
      PowerPlan(
        Baseline(proportion: baseline.fraction), controlShare: open[control] / total,
        variantShare: open[arm] / total
      ).visitors(lift: lift.fraction).value
    }
    guard let most = needed.compactMap(\.self).max(), needed.allSatisfy({ $0 != nil }) else {
      return ["\(lift.share) on \(baseline.share) cannot be told apart, however many come."]
    }
    var sentences = [
      "To find \(lift.share) on \(baseline.share) four times out of five, "
        + "\(Int(most).grouped) have to enter."
    ]
    if let perDay {
      let days = Runtime.days(for: most, perDay: Double(perDay) * reach.share)
      sentences.append(
        days.map { "With \(perDay.grouped) visitors a day that takes \($0) days." }
          ?? "With \(perDay.grouped) visitors a day that never happens.")
    }
    return sentences
  }
}
