import AppStoreServerAPI
import AppStoreSync
import Ledger
import Logging
import PaywallCatalog

extension PaywallService {
  /// The jobs that ask Apple, or the local App Store; `nil` without a key.
  static func appStoreJobs(
    _ client: AppStoreClient?, _ ledger: any Ledger, _ logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) -> AppStoreJobs? {
    guard let client else {
      logger.notice(
        "without a key of Apple's server API (--app-store-key) missed notifications are not fetched, and histories stay incomplete"
      )
      return nil
    }
    return AppStoreJobs(
      AppStoreSource(client), ledger, holder: ProcessName.ofThisProcess(), logger: logger,
      now: now)
  }
}
