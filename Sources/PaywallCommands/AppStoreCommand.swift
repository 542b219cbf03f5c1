import ArgumentParser
import CommandSupport

/// `paywall appstore`.
struct AppStoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "appstore",
    "Ask Apple's App Store Server API, and update the ledger from it.",
    """
    Each asks Apple with --app-store-key, and else a local App Store, which the program \
    'local-app-store' runs.
    """,
    examples: "paywall appstore transaction 2000000123000001",
    "paywall appstore history 2000000123000001",
    "paywall appstore reconcile",
    subcommands: [
      AppStoreTransaction.self, AppStoreHistory.self, AppStoreStatus.self, AppStoreOrder.self,
      AppStoreRefunds.self, AppStoreNotificationHistory.self, AppStoreTestNotification.self,
      AppStoreExtendRenewal.self, AppStoreExtendRenewals.self, AppStoreExtension.self,
      AppStoreSetAccountToken.self, AppStoreFinish.self, AppStoreReconcile.self,
      AppStoreBackfill.self,
    ])

  /// The commands that the program 'local-app-store' has now.
  static let former: Set = [
    "serve", "root", "api-key", "customer", "buy", "ask-to-buy", "approve", "decline", "cancel",
    "resume", "card", "request-refund", "decline-refund", "refund", "reverse-refund", "extend",
    "withdraw", "account-token", "seats", "bundle", "restore", "family", "share", "price", "agree",
    "monthly-plan", "advance", "rate", "notifications", "faults", "story",
  ]
}
