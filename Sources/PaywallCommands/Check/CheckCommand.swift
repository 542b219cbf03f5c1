import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallCatalog
import Planning

/// `paywall check`.
struct CheckCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "check", "Find every mistake in the configuration, with its place and what to do.",
    """
    Personas are asked as well: one that sees something else than it expects is a mistake. With \
    --base, so is a change that a running experiment does not survive. The exit code is 1 if \
    there is an error; warnings alone exit with 0.

    With --strict, warnings are errors: missing translations, what is unused, what has no effect, \
    and with --base what results will show. The file .check.yaml beside Paywalls allows what may \
    stay: each entry has the 'code' in brackets and a 'reason', and perhaps the 'file' and a part \
    of the 'message'.
    """,
    examples: "paywall check",
    "paywall check --strict",
    "paywall check --base origin/main --format github")
  static let answerSchema = Report.schema

  @OptionGroup var configuration: ConfigurationOptions

  @Option("revision", "Also find what breaks since this git revision.") var base: String?

  @Flag(
    name: .customLong("strict"),
    help: "Warnings are errors, those of --base too; .check.yaml allows some.")
  var isStrict = false

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
    let allowed = try allowedWarnings()
    let now = Timestamp.now()
    var (snapshot, report) = Loader.load(
      ParsedFiles(files), found: found, allowed: allowed, at: now)
    if let snapshot {
      let checks = SnapshotChecks(snapshot: snapshot, files: files, now: now)
      report = report.adding(
        checks.personas() + checks.images(in: configuration.folder)
          + checks.pictures(in: configuration.folder)
          + checks.breaches(since: old, called: base))
    }
    if let allowed { report = allowed.completing(report, except: breachCodes) }
    if isStrict { report = report.strict }
    switch answer.isJSON ? .json : format {
    case .text: console.write(report.text(colours: console.diagnosticColours))
    case .json: console.write(jsonText: report.json())
    case .github: console.write(report.github())
    }
    if report.hasErrors { throw ExitCode(ExitStatus.no.rawValue) }
  }

  /// The warnings of one comparison: once the change is merged, the entry that allowed one matches
  /// none.
  private var breachCodes: Set<String> { Set(Breach.Code.allCases.map(\.rawValue)) }

  /// The list beside the files; `nil` without one.
  private func allowedWarnings() throws -> AllowedWarnings? {
    let path = "\(configuration.folder)/\(AllowedWarnings.path)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return AllowedWarnings(
      try Array(file: path, help: "let this user read it, or remove it"))
  }
}

extension Report {
  /// The schema of the JSON that `json()` writes.
  fileprivate static let schema = Schema.object([
    .always("errors", .count), .always("warnings", .count), .always("files", .count),
    .maybe("allowed", .count, "Warnings that .check.yaml allows."),
    .maybe("omitted", .count, "Of the counted ones, those that are left out below."),
    .always(
      "diagnostics",
      .list(
        of: .object([
          .always("severity", .words(["error", "warning"])), .always("code", .text),
          .always("file", .text), .maybe("line", .integer(from: 1)),
          .maybe("column", .integer(from: 1)), .maybe("endLine", .integer(from: 1)),
          .maybe("endColumn", .integer(from: 1)), .always("message", .text),
          .maybe("help", .text),
        ]))),
  ])
}
