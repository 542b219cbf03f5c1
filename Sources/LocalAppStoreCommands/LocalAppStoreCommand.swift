package import ArgumentParser
import CommandSupport

/// `local-app-store`.
package struct LocalAppStoreCommand: Program {
  package static let configuration = CommandConfiguration(
    name, "Run a local App Store: customers who buy, renew, lapse and return, by its own clock.",
    """
    'serve' runs it; the other commands say what its customers, Apple and you do. Each prints the \
    notifications that were sent. Its signatures count only for a server that trusts its root.

    -q or --quiet prints nothing but the answer and errors. The variables PAYWALL_CONFIG, \
    PAYWALL_STATE_DIR, PAYWALL_APP_STORE and PAYWALL_APP_STORE_TOKEN count for every command but \
    'serve' with that option.

    Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 something outside failed.
    """,
    examples: "local-app-store serve --notify http://127.0.0.1:8080/v1/appstore/notifications",
    "paywall serve --app-store http://127.0.0.1:8090",
    "local-app-store customer add ada",
    "local-app-store buy pro_yearly_trial --customer ada",
    "local-app-store advance 1 year",
    subcommands: [
      AppStoreServe.self, AppStoreRoot.self, AppStoreAPIKey.self, AppStoreCustomerCommand.self,
      AppStoreBuy.self, AppStoreAskToBuy.self, AppStoreApprove.self, AppStoreDecline.self,
      AppStoreCancel.self, AppStoreStay.self, AppStoreResume.self, AppStoreCard.self,
      AppStoreRequestRefund.self,
      AppStoreDeclineRefund.self, AppStoreRefund.self, AppStoreReverseRefund.self,
      AppStoreExtend.self, AppStoreWithdraw.self, AppStoreAccountToken.self,
      AppStoreRetentionCommand.self, AppStoreSeatsCommand.self, AppStoreBundleCommand.self,
      AppStoreRestore.self,
      AppStoreFamilyCommand.self, AppStoreShare.self, AppStorePrice.self, AppStoreAgree.self,
      AppStoreMonthlyPlan.self, AppStoreAdvance.self, AppStoreRate.self, AppStoreNotifications.self,
      AppStoreFaults.self, AppStoreStoryCommand.self, AnswerSchemaCommand.self,
      ManCommand<Self>.self, CompletionsCommand<Self>.self,
    ])

  @Flag(help: "Show the version, the commit and Swift's version.")
  package var version = false

  package init() {}
}

extension LocalAppStoreCommand {
  package static let name = "local-app-store"
  package static let sharedOptions: Set = ["config", "state-dir", "app-store", "app-store-token"]
  package static let otherWords = [
    "run": "serve", "server": "serve", "up": "serve", "start": "serve", "version": "--version",
    "help": "--help", "manual": "man", "purchase": "buy", "wait": "advance", "clock": "advance",
    "test": "story run",
  ]
}
