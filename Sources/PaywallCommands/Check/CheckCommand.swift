import ArgumentParser
import PaywallCatalog
import CatalogFiles
import Planning

/// `paywall check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find every mistake in the configuration, with its place and what to do.",
    discussion: """
      Personas are asked as well: one that sees something else than it expects is a mistake. With \
      --base, so is a change that a running experiment does not survive. The exit code is 1 if \
      there is an error; warnings alone exit with 0.

      EXAMPLE
        paywall check
        paywall check --base origin/main --format github
      """)

  @OptionGroup var configuration: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "Also find what breaks since this git revision.", valueName: "revision"))
  var base: String?

  @Option(help: "How to print: text, json, or github for annotations on a pull request.")
  var format = Format.text
  @OptionGroup var answer: AnswerOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  func run() async throws {
    let console = Console.ofProcess()
    try configuration.checkFolder()
    let old = try base.map {
      try Git(configuration.folder, for: "--base").files(at: $0)
    }
    let (files, found) = ConfigurationFiles.read(configuration.folder)
    var (snapshot, report) = Loader.load(ParsedFiles(files), found: found)
    if let snapshot {
      let checks = SnapshotChecks(snapshot: snapshot, files: files, now: .now())
      report = report.adding(checks.personas() + checks.breaches(since: old, called: base))
    }
    switch answer.isJSON ? .json : format {
    case .text: console.write(report.text(colours: console.diagnosticColours))
    case .json: console.write(report.json())
    case .github: console.write(report.github())
    }
    if report.hasErrors { throw ExitCode(ExitStatus.no.rawValue) }
  }
}
