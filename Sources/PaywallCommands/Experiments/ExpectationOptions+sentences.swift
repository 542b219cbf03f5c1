import PaywallCatalog
import ExperimentResults
import Planning

extension ExpectationOptions {
  /// `nil` without `--baseline` and `--lift`: what they are decides the answer, so neither is
  /// guessed.
  var question: LiftQuestion? {
    guard let baseline, let lift else { return nil }
    return LiftQuestion(
      baseline: baseline.fraction, lift: lift.fraction, perDay: perDay.map(Double.init))
  }

  /// How many visitors an experiment needs, and how long that takes.
  func sentences(for experiment: String, in snapshot: Snapshot, at now: Timestamp) -> [String] {
    guard let question, let baseline, let lift else {
      return ["How long it takes: add --baseline 4% --lift 10% --per-day 3000."]
    }
    guard
      let simulation = try? snapshot.simulate(experiment: experiment, visitors: 1, at: now),
      let needed = simulation.answer(question).neededEnrolled.value
    else { return ["\(lift.share) on \(baseline.share) cannot be told apart, however many come."] }
    var sentences = [
      "To find \(lift.share) on \(baseline.share) four times out of five, "
        + "\(Int(needed).grouped) have to enter."
    ]
    if let perDay, let days = simulation.answer(question).days {
      sentences.append("With \(perDay.grouped) visitors a day that takes \(days) days.")
    }
    return sentences
  }
}
