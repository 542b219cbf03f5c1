import AppStore
import AppStoreServerAPI
import CommandSupport
import HTTPService
import OfferSigning
import PaywallCatalog
import PaywallServer

/// Checks of the key that Apple's server API is asked with, and of what Apple posts. A test
/// notification is all that they cause.
struct AppleChecks {
  let client: AppStoreClient
  let key: OfferKeyFile
  let snapshot: Snapshot
  let now: @Sendable () -> Timestamp

  /// The time to wait for a test notification to arrive.
  private static let patience = Duration.seconds(20)

  /// Returns the findings for the key of the settings; without a key nothing is asked.
  static func findings(_ settings: Settings) async -> [Finding] {
    guard let key = settings.appStoreKey else {
      return .only(
        "apple", .skipped, "not asked",
        help: "give --app-store-key, --app-store-key-id and --app-store-issuer")
    }
    guard let snapshot = LoadedFolder.catalogFiles(settings.config).snapshot else {
      return [Finding("apple", .skipped, "not asked", help: "fix the configuration first")]
    }
    let asked: AppStoreAPISettings
    do throws(SigningKeyError) {
      asked = try key.settings(passphrase: settings.appStoreKeyPassphrase)
    } catch {
      return .only(
        "apple key", .error, error.description,
        help: "give --app-store-key the .p8 file of App Store Connect")
    }
    let roots: TrustedRoots
    do throws(VerifierProblem) {
      roots = try TrustedRoots(files: settings.appleRoots)
    } catch {
      return [Finding("apple", .skipped, "not asked", help: "fix --apple-root first")]
    }
    let verifier = Verifier(AppIdentity(snapshot.app), roots: roots)
    let storage: BudgetStorage
    do {
      storage = try BudgetSeat.ofCommand(in: settings.stateDirectory)
    } catch {
      return [Finding("apple", .skipped, error.message, help: error.help)]
    }
    let client = AppStoreClient(
      asked, transport: .connecting(), storage: storage, verifier: { verifier },
      now: SystemClock.now)
    defer { client.end() }
    return await AppleChecks(
      client: client, key: key.key, snapshot: snapshot, now: SystemClock.now
    ).findings()
  }

  func findings() async -> [Finding] {
    var answers: [(AppStoreEnvironment, KeyAnswer)] = []
    for environment in client.environments {
      answers.append((environment, await answer(in: environment)))
    }
    // A wrong clock explains the findings after it.
    var findings =
      answers.compactMap { $0.1.ahead }.first.map { [Finding.appleClock(ahead: $0)] } ?? []
    findings += Finding.appleKey(answers, key: key, bundleId: snapshot.app.bundleId)
    for (environment, answer) in answers where answer.isTaken {
      findings.append(await notification(in: environment))
      if let messages = await retention(in: environment) { findings.append(messages) }
    }
    return findings
  }

  /// Asks for a transaction that does not exist: Apple accepts the key if it answers so.
  private func answer(in environment: AppStoreEnvironment) async -> KeyAnswer {
    func ahead(_ date: Timestamp?) -> Int? {
      date.map { Int((now().milliseconds - $0.milliseconds) / 1_000) }
    }
    do throws(AppStoreAPIError) {
      let found = try await client.transaction("0", in: environment, priority: .urgent)
      return KeyAnswer(isTaken: true, ahead: ahead(found.date))
    } catch {
      return KeyAnswer(
        isTaken: error.code != nil && error.status.map { $0 < 500 } ?? false,
        isUnauthorized: error.reason == .unauthorized, trouble: error.detail,
        ahead: ahead(error.date))
    }
  }

  private func notification(in environment: AppStoreEnvironment) async -> Finding {
    do throws(AppStoreAPIError) {
      let token = try await client.requestTestNotification(in: environment).value
      let sent = try await client.result(ofTest: token, in: environment, within: Self.patience)
      return .appleNotification(sent?.attempts.last?.result, in: environment)
    } catch {
      return .appleNotification(error, in: environment)
    }
  }
}

/// Apple's reaction to the key.
struct KeyAnswer: Hashable {
  var isTaken: Bool
  var isUnauthorized = false
  var trouble = ""
  /// Seconds by which this machine's clock is ahead of Apple's.
  var ahead: Int?
}
