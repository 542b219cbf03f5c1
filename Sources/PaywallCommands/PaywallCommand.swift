package import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

      Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 something outside failed, \
      4 there are changes (where --detailed-exitcode asks).
      """,
    subcommands: [
      ServeCommand.self, CheckCommand.self, PlanCommand.self, ExplainCommand.self,
      SimulateCommand.self,
      ExperimentCommand.self,
      PaywallNoun.self, PlacementCommand.self, OfferCommand.self, PreviewCommand.self,
      BundleCommand.self, LedgerCommand.self, KeyCommand.self, DoctorCommand.self,
      FormatCommand.self, SchemaCommand.self,
    ])

  @Flag(help: "Show the version, the commit and Swift's version.") var version = false

  package init() {}
}

extension PaywallCommand {
  /// Runs one command line, without the name of the program, and says how it ended.
  package static func run(_ arguments: [String], of build: BuildInfo) async -> ExitStatus {
    let console = Console.ofProcess(environment: ProcessInfo.processInfo.environment)
    do {
      var command = try parseAsRoot(arguments)
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
      let text = fullMessage(for: error, columns: console.width)
      switch exitCode(for: error) {
      case .success:
        console.write(text)
        return .fine
      case .validationFailure:
        console.complain(text)
        return .wrongUsage
      case let code:
        if !text.isEmpty { console.complain(text) }
        return ExitStatus(rawValue: code.rawValue) ?? .failedOutside
      }
    }
  }
}
