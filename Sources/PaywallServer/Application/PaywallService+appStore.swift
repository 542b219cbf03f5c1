import AppStoreServerAPI
import AppStoreSync
import HTTPService
import Ledger
import Logging
import OfferSigning
import PaywallAPI
import PaywallCatalog

extension PaywallService {
  /// Returns the client that asks Apple, or the local App Store; `nil` without a key.
  static func appStoreClient(
    _ settings: Settings, _ localAppStore: AppStoreAPISettings?, state: StateDirectory,
    current: CurrentRelease, storeTime: @escaping @Sendable () -> Timestamp
  ) throws(StartError) -> AppStoreClient? {
    let asked: AppStoreAPISettings
    let storage: BudgetStorage
    if let localAppStore {
      (asked, storage) = (localAppStore, .none)
    } else if let key = settings.appStoreKey {
      do throws(SigningKeyError) {
        asked = try key.settings(passphrase: settings.appStoreKeyPassphrase)
      } catch {
        throw .appStoreKey(error.description)
      }
      storage = BudgetSeat.ofServer(in: state.path, holder: holder(settings, at: SystemClock.now()))
    } else {
      return nil
    }
    return AppStoreClient(
      asked, transport: .connecting(), storage: storage,
      verifier: { current.value.verifier }, now: SystemClock.now, storeTime: storeTime)
  }

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

extension ReadinessReason {
  /// How Apple's server API answers.
  static func reasons(of client: AppStoreClient) -> [ReadinessReason] {
    let health = client.health
    let isAnyAnswering = health.contains { $0.condition == .answering }
    var reasons = health.compactMap { health -> ReadinessReason? in
      switch health.condition {
      case .answering: nil
      case .silent:
        ReadinessReason(
          "appStoreSilent",
          "Apple's server API (\(health.environment)) did not answer the last calls; its facts arrive later",
          .degrading)
      case .unauthorized:
        ReadinessReason(
          "appStoreUnauthorized",
          "Apple's server API (\(health.environment)) refuses the key; 'paywall doctor' says why",
          // Production refuses the key of an app that is not yet released.
          isAnyAnswering && health.environment == .production ? .note : .degrading)
      }
    }
    if client.isForgetful {
      reasons.append(
        ReadinessReason(
          "appStoreBudgetNotKept",
          "the calls of Apple's server API cannot be counted in the state directory; a restart forgets them",
          .note))
    }
    if client.share == BudgetSeat.reserve.share {
      reasons.append(
        ReadinessReason(
          "appStoreBudgetTaken",
          "a command had most of Apple's limits when this server started, so it has a tenth of them; restart it after the command has ended",
          .note))
    }
    return reasons
  }
}
