import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallCatalog
import PaywallDecisions
import PaywallPictures
import Planning

/// `paywall plan [BASE] [HEAD]`.
struct PlanCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "plan", "Show what changes between two configurations, what breaks, and who is affected.",
    """
    Each side is a git revision or a folder that holds Paywalls. Without any, the last commit is \
    compared with what the folder holds now. The visitors are simulated so that every condition is \
    met and missed, or come from a file: one JSON object a line, \
    {"attributes": {"userId": "u-1", "country": "GB"}, "recorded": {"annual-trial": "trial"}}.
    """,
    examples: "paywall plan",
    "paywall plan origin/main",
    "paywall plan v12 v13 --visitors visitors.ndjson --format markdown",
    "paywall plan --detailed-exitcode")
  static let answerSchema = Plan.schema

  @Argument(help: "What runs: a revision or a folder; default: HEAD.") var base: String?
  @Argument(help: "What is to replace it; default: what the folder holds now.") var head: String?
  @Option(.file, "Compare over these visitors, NDJSON.") var visitors: String?
  @Option(help: "How many visitors to simulate.") var count = 10_000
  @Option(
    help:
      "The moment to compare at: \(Moment.examples); default: now, and what schedules change later."
  ) var at: Moment?
  @Option(help: "How to print: text, json, or markdown for a comment on a pull request.")
  var format = Format.text
  @Flag(
    name: .customLong("detailed-exitcode"),
    help: "Exit with 4 if there are changes, 1 if something breaks, 0 if nothing changes.")
  var hasDetailedExitCode = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  func validate() throws {
    try require((1...1_000_000).contains(count), "--count takes a number from 1 to 1,000,000.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let old = try ConfigurationVersion(base ?? "HEAD", configuration, for: console)
    let new =
      try head.map { try ConfigurationVersion($0, configuration, for: console) }
      ?? .workingTree(configuration, for: console)
    let now = at?.timestamp ?? .now()
    let population =
      try visitors.map {
        try VisitorsFile(path: $0, compiled: CompiledSnapshot(new.snapshot), now: now).population()
      }
      ?? .synthetic(for: old.snapshot, new.snapshot, count: count, at: now)
    let interruption = Interruption(on: console) { "Interrupted; a plan changes nothing." }
    let progress = Progress("Comparing visitors", on: console)
    let plan = Plan(
      from: old.snapshot, to: new.snapshot, population: population, at: now,
      looksAhead: at == nil, progress: progress.show)
    progress.end()
    interruption.end()
    switch answer.isJSON ? .json : format {
    case .json: try console.write(json: plan)
    case .markdown:
      console.write(plan.markdown + (plan.isEmpty ? "" : pictures(from: old, to: new, at: now)))
    case .text:
      console.write(
        plan.text(
          colours: console.usesColour ? .marks(PrintedText.tint) : .none, width: console.width))
    }
    if plan.isBreaking { throw ExitCode(ExitStatus.no.rawValue) }
    if hasDetailedExitCode, !plan.isEmpty { throw ExitCode(ExitStatus.changes.rawValue) }
  }

  private func pictures(
    from old: ConfigurationVersion, to new: ConfigurationVersion, at now: Timestamp
  ) -> String {
    func maker(_ version: ConfigurationVersion) -> PictureMaker {
      PictureMaker(
        CompiledSnapshot(version.snapshot), prices: version.files.priceLists, folder: nil)
    }
    return ChangedPictures(in: new.snapshot, by: maker(new), base: maker(old), at: now)
      .markdown(base: head == nil ? old.name : nil)
  }
}
