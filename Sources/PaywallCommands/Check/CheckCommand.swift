import ArgumentParser
import CatalogFiles

/// `paywall check`: every mistake of the configuration, like a compiler.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report every mistake in the configuration, like a compiler.",
    discussion: """
      Reads all files, reports all mistakes in one run, and changes nothing. Exits with 1 when \
      there is an error; warnings alone exit with 0.

      EXAMPLE
        paywall check
        paywall check --config ../app --format github
      """)

  @OptionGroup var configuration: ConfigurationOptions

  @Option(help: "How to print: text, json, or github for annotations on a pull request.")
  var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  func run() async throws {
    let console = Console.ofProcess()
    try configuration.checkFolder()
    let (_, report) = Loader.load(configuration.folder)
    switch format {
    case .text: console.write(report.text(colours: console.diagnosticColours))
    case .json: console.write(report.json())
    case .github: console.write(report.github())
    }
    if report.hasErrors { throw ExitCode(ExitStatus.no.rawValue) }
  }
}
