import CatalogFiles
import ExperimentReports
import ExperimentResults
import PaywallCatalog
import Planning
import Serving

extension ExpectationOptions {
  /// Returns the question; `nil` without `--baseline` and `--lift`: they decide the answer, so
  /// neither is guessed.
  func question(
    for experiment: Experiment, in snapshot: Snapshot, _ folder: String, at now: Timestamp
  ) -> LiftQuestion? {
    guard let baseline, let lift else { return nil }
    var question = LiftQuestion(
      baseline: baseline.fraction, lift: lift.fraction, perDay: perDay.map(Double.init))
    let goals = ReportTerms(experiment, in: snapshot, .production, asOf: now).goals
    guard let primary = goals.first, primary.part == .primary else { return question }
    let (days, rest) = primary.maturity.window.quotientAndRemainder(dividingBy: Timestamp.day)
    question.window = Int(days) + (rest > 0 ? 1 : 0)
    if primary.goal.name == .proceedsPerVisitor {
      let amounts = prices?.amounts ?? experiment.listedAmounts(in: snapshot, folder)
      question.amounts = amounts.map { .known($0) } ?? .unknown
    }
    return question
  }

  /// Returns how many visitors an experiment needs, and how long that takes.
  func sentences(
    for experiment: String, in snapshot: Snapshot, _ folder: String, at now: Timestamp
  ) -> [String] {
    guard let found = snapshot.experiments[experiment],
      let question = question(for: found, in: snapshot, folder, at: now), let baseline, let lift
    else {
      return ["How long it takes: add --baseline 4% --lift 10% --per-day 3000."]
    }
    guard question.amounts != .unknown else {
      return ["How long it takes: add --prices, what payers pay, such as 4.99:6,29.99:3."]
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
      if question.window > 0 {
        sentences.append("It is decided on day \(days + question.window), when its window closes.")
      }
    }
    return sentences
  }
}

extension Experiment {
  /// Returns the list prices of the products in the variants, all equally frequent, from Xcode's
  /// file; `nil` without it.
  fileprivate func listedAmounts(in snapshot: Snapshot, _ folder: String) -> PayerAmounts? {
    let shows = variants.flatMap { variant in
      placements.compactMap { placement -> String? in
        guard case .paywall(let id)? = variant.show(at: placement) else { return nil }
        return id
      }
    }
    let products = Set(shows.flatMap { snapshot.paywalls[$0]?.products.map(\.product) ?? [] })
    let files = ConfigurationFiles.read(folder).0.files.filter { $0.key.hasSuffix(".storekit") }
    let listed = files.compactMap { StoreKitFile.parse($0.value, path: $0.key).0 }
      .flatMap(\.products).filter { products.contains($0.id.value) }
    return PayerAmounts(listed.compactMap { $0.price.map { (amount: Double($0), weight: 1.0) } })
  }
}
