package import ArgumentParser

import Foundation

/// The root of the commands: `paywall NOUN VERB`.
package struct PaywallCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "paywall",
    abstract: "Paywalls, experiments and signed offers of an iOS app, from YAML in git.",
    discussion: """
      EXAMPLE
        paywall check
        paywall serve
        paywall explain --placement onboarding --user user-7 --country GB

      -q or --quiet prints nothing but the answer and errors. The variables of 'paywall serve', \
      such as PAYWALL_CONFIG, count for every command with that option.

      Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 something outside failed, \
      4 there are changes (where --detailed-exitcode asks).
      """,
    subcommands: [
      InitCommand.self, ServeCommand.self, CheckCommand.self, PlanCommand.self, ExplainCommand.self,
      SimulateCommand.self,
      ExperimentCommand.self,
      PaywallNoun.self, PlacementCommand.self, OfferCommand.self, NounCommand<ProductNoun>.self,
      NounCommand<AudienceNoun>.self, NounCommand<PersonaNoun>.self,
      NounCommand<AttributeNoun>.self,
      PictureCommand.self, PreviewCommand.self,
      BundleCommand.self, LedgerCommand.self, NodesCommand.self, AppStoreCommand.self,
      RefundCommand.self, WebhookCommand.self, KeyCommand.self, RatesCommand.self,
      DoctorCommand.self,
      FormatCommand.self, SchemaCommand.self, ManCommand.self, CompletionsCommand.self,
    ])

  @Flag(help: "Show the version, the commit and Swift's version.") var version = false

  package init() {}
}

extension PaywallCommand {
  /// Runs one command line, without the name of the program, and says how it ended.
  package static func run(_ typed: [String], of build: BuildInfo) async -> ExitStatus {
    var line = CommandLineInput(
      typed, ProcessInfo.processInfo.environment, of: Self.self, variablesOf: ServeCommand.self)
    line.adoptEnvironment()
    let console = Console.ofProcess()
    do {
      try line.complete(on: console)
      var command = try parseAsRoot(line.arguments)
      if let root = command as? Self, root.version {
        console.write(build.text)
        return .fine
      }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .fine
    } catch let failure as Failure {
      console.complain(wrapped(failure.text, to: console.width))
      return failure.status
    } catch {
      switch exitCode(for: error) {
      case .success:
        console.write(
          line.words.withWholeExamples(fullMessage(for: error, columns: console.width)))
        return .fine
      case .validationFailure:
        let failure = Failure(usage: message(for: error), of: line.words)
        console.complain(wrapped(failure.text, to: console.width))
        return .wrongUsage
      case let code:
        let text = fullMessage(for: error, columns: console.width)
        if !text.isEmpty { console.complain(text) }
        return ExitStatus(rawValue: code.rawValue) ?? .failedOutside
      }
    }
  }
}
