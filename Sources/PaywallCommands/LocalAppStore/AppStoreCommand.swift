import ArgumentParser

/// `paywall appstore`.
struct AppStoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "appstore",
    "Run a local App Store: customers who buy, renew, lapse and return, by its own clock.",
    """
    'serve' runs it; the other commands say what its customers, Apple and you do. Each prints the \
    notifications that were sent. Its signatures count only for a server that trusts its root.

    'transaction' and those after it ask by Apple's server API: Apple itself with --app-store-key, \
    and else the local App Store.
    """,
    examples: "paywall appstore serve --notify http://127.0.0.1:8080/v1/appstore/notifications",
    "paywall serve --app-store http://127.0.0.1:8090",
    "paywall appstore customer add ada",
    "paywall appstore buy pro_yearly_trial --customer ada",
    "paywall appstore advance 1 year",
    subcommands: [
      AppStoreServe.self, AppStoreRoot.self, AppStoreAPIKey.self, AppStoreCustomerCommand.self,
      AppStoreBuy.self, AppStoreAskToBuy.self, AppStoreApprove.self, AppStoreDecline.self,
      AppStoreCancel.self, AppStoreResume.self, AppStoreCard.self, AppStoreRequestRefund.self,
      AppStoreDeclineRefund.self, AppStoreRefund.self, AppStoreReverseRefund.self,
      AppStoreExtend.self, AppStoreWithdraw.self, AppStoreAccountToken.self,
      AppStoreSeatsCommand.self, AppStoreBundleCommand.self, AppStoreRestore.self,
      AppStoreFamilyCommand.self, AppStoreShare.self, AppStorePrice.self, AppStoreAgree.self,
      AppStoreMonthlyPlan.self, AppStoreAdvance.self, AppStoreRate.self,
      AppStoreNotifications.self, AppStoreFaults.self, AppStoreStoryCommand.self,
      AppStoreTransaction.self, AppStoreHistory.self, AppStoreStatus.self, AppStoreOrder.self,
      AppStoreRefunds.self, AppStoreNotificationHistory.self, AppStoreTestNotification.self,
      AppStoreExtendRenewal.self, AppStoreExtendRenewals.self, AppStoreExtension.self,
      AppStoreSetAccountToken.self, AppStoreFinish.self, AppStoreReconcile.self,
      AppStoreBackfill.self,
    ])
}
