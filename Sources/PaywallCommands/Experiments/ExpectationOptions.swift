import ArgumentParser
import CommandSupport
import PaywallCatalog
import Planning

/// A team's expectations of an experiment, to estimate how long it will take.
struct ExpectationOptions: ParsableArguments {
  @Option(help: "The share of visitors who convert today, such as 4%.") var baseline: Share?
  @Option(help: "The relative lift worth finding, such as 10%.") var lift: Share?
  @Option(help: "Visitors a day who match the audience.") var perDay: Int?
  @Option("4.99:6,29.99:3", "Of a goal of money: what payers pay, each with a weight.")
  var prices: Prices?

  func validate() throws {
    if let perDay, perDay < 1 { throw ValidationError("--per-day takes a number from 1.") }
    try baseline?.checkIsBaseline()
    try require(lift?.share.value != 0, "--lift takes more than 0%.")
  }
}

/// The amounts that payers pay, as typed: `4.99:6,29.99:3`, or `4.99,29.99` if all are equally
/// frequent.
struct Prices: ExpressibleByArgument {
  let amounts: PayerAmounts

  init?(argument: String) {
    var paid: [(amount: Double, weight: Double)] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
      guard (1...2).contains(numbers.count), let amount = numbers[0], amount > 0,
        let weight = numbers.count == 2 ? numbers[1] : 1, weight > 0, amount.isFinite,
        weight.isFinite
      else { return nil }
      paid.append((amount, weight))
    }
    guard let amounts = PayerAmounts(paid) else { return nil }
    self.amounts = amounts
  }
}

/// A share on the command line: `20%`.
struct Share: ExpressibleByArgument {
  let share: BasisPoints

  init?(argument: String) {
    guard let share = BasisPoints(percent: argument) else { return nil }
    self.share = share
  }

  init(_ share: BasisPoints) { self.share = share }

  func checkIsBaseline() throws {
    guard share.value == 0 || share == .all else { return }
    throw ValidationError("--baseline takes a share between 0% and 100%.")
  }

  /// The share as a number between 0 and 1.
  var fraction: Double { Double(share.value) / Double(BasisPoints.all.value) }

  var defaultValueDescription: String { share.description }
}
