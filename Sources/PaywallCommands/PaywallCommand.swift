package import ArgumentParser
import CommandSupport

/// The root of the commands: `paywall NOUN VERB`.
package struct PaywallCommand: Program {
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
      4 there are changes (where --detailed-exitcode asks), 64 the command is in another program.
      """,
    subcommands: [
      InitCommand.self, ImportCommand.self, ServeCommand.self, CheckCommand.self, PlanCommand.self,
      ExplainCommand.self,
      SimulateCommand.self,
      ExperimentCommand.self, RevenueCommand.self,
      PaywallNoun.self, PlacementCommand.self, OfferCommand.self, NounCommand<ProductNoun>.self,
      NounCommand<AudienceNoun>.self, NounCommand<PersonaNoun>.self,
      NounCommand<AttributeNoun>.self,
      PictureCommand.self, PreviewCommand.self,
      BundleCommand.self, LedgerCommand.self, ExportCommand.self, AccessCommand.self,
      SeatsCommand.self, NodesCommand.self, AppStoreCommand.self, RefundCommand.self,
      RetentionCommand.self, WebhookCommand.self, KeyCommand.self, RatesCommand.self,
      DoctorCommand.self,
      FormatCommand.self, SchemaCommand.self, ManCommand<Self>.self, CompletionsCommand<Self>.self,
    ])

  @Flag(help: "Show the version, the commit and Swift's version.")
  package var version = false

  package init() {}
}

extension PaywallCommand {
  package static let name = "paywall"
  package static var server: (any ParsableCommand.Type)? { ServeCommand.self }
  package static let otherWords = [
    "validate": "check", "lint": "check", "verify": "check", "test": "check",
    "diff": "plan", "changes": "plan", "preview-changes": "plan",
    "format": "fmt", "version": "--version", "help": "--help",
    "run": "serve", "server": "serve", "up": "serve",
    "restore": "ledger import", "migrate": "import revenuecat",
    "undo": "experiment rollout EXPERIMENT --undo",
    "rollback": "experiment rollout EXPERIMENT --undo",
    "revert": "experiment rollout EXPERIMENT --undo",
    "status": "experiment list", "health": "doctor", "why": "explain",
    "mrr": "revenue", "sales": "revenue", "apple": "appstore", "customer": "ledger show CUSTOMER",
    "manual": "man", "reference": "schema KIND --keys",
  ]

  package static func former(_ path: [String], _ unknown: String) -> String? {
    path == ["paywall", "appstore"] && AppStoreCommand.former.contains(unknown)
      ? "local-app-store \(unknown)" : nil
  }
}
