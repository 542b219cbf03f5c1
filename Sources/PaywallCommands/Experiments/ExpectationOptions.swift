import ArgumentParser
import PaywallCatalog
import ExperimentResults

/// What a team expects of an experiment, to say how long it will take.
struct ExpectationOptions: ParsableArguments {
  @Option(help: "The share of visitors who convert today, such as 4%.") var baseline: Share?
  @Option(help: "The relative lift worth finding, such as 10%.") var lift: Share?
  @Option(help: "Visitors a day who match the audience.") var perDay: Int?

  func validate() throws {
    if let perDay, perDay < 1 { throw ValidationError("--per-day takes a number from 1.") }
    if baseline.map({ $0.share.value == 0 || $0.share == .all }) ?? false {
      throw ValidationError("--baseline takes a share between 0% and 100%.")
    }
    if lift?.share.value == 0 { throw ValidationError("--lift takes more than 0%.") }
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

  /// Between 0 and 1.
  var fraction: Double { Double(share.value) / Double(BasisPoints.all.value) }

  var defaultValueDescription: String { share.description }
}
