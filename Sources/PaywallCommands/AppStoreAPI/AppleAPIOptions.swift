import AppStore
import AppStoreServerAPI
import ArgumentParser
import AsyncHTTPClient
import CommandSupport
import Foundation
import HTTPDocuments
import HTTPService
import LocalAppStoreClient
import PaywallCatalog
import PaywallServer

import PaywallTextCoding

/// The target of a command that uses Apple's server API: Apple with a key, and else the local App
/// Store.
struct AppleAPIOptions: ParsableArguments {
  @OptionGroup var folder: ConfigurationOptions
  @Option(.file, "Ask Apple with this In-App Purchase key. (default: ask the local App Store)")
  var appStoreKey: String?
  @Option("id", "The key id of --app-store-key.") var appStoreKeyId: String?
  @Option("uuid", "The issuer id of --app-store-key.") var appStoreIssuer: String?
  @Option(
    "environment=url",
    "Ask production or the sandbox at another address: sandbox=https://…; may be repeated.")
  var appStoreAddress: [String] = []
  @Option(
    "share",
    "The share of Apple's hourly limits that all processes with this state folder may use; above 1 only for a store on this machine. (default: 1)"
  )
  var appStoreBudget: Double?
  @Option(
    .folder, "Where the calls are counted with those of the server. (default: CONFIG/.paywall)")
  var stateDir: String?
  @OptionGroup var trust: AppleRootOptions
  @Option("url", "The address of the local App Store. (default: http://127.0.0.1:8090)")
  var appStore: String?
  @Option("token", "The token of a local store that others can reach.") var appStoreToken: String?
  @Option(
    "name", "production or sandbox. (default: production, and the sandbox if it is not known there)"
  )
  var environment: AppleEnvironment?

  func validate() throws {
    try require(
      [appStoreKey, appStoreKeyId, appStoreIssuer].compactMap(\.self).count % 3 == 0,
      "--app-store-key, --app-store-key-id and --app-store-issuer go together.")
    try require(
      appStoreKey == nil || appStore == nil,
      "--app-store-key asks Apple, and --app-store the local App Store; give one of them.")
    if let appStore, AppStoreAddress(appStore) == nil {
      throw ValidationError(
        "--app-store takes an address with https, or with http on this machine.")
    }
    try require(
      appStoreKey != nil || appStoreAddress.isEmpty && trust.files.isEmpty,
      "--app-store-address and --apple-root need --app-store-key: the local App Store names its root itself."
    )
    try require(
      appStoreAddress.allSatisfy({ AppStoreAddress.named($0) != nil }),
      "--app-store-address takes production= or sandbox= and an address with https, or with http on this machine."
    )
    if let appStoreBudget {
      try require(
        appStoreBudget > 0 && appStoreBudget <= (isOnThisMachine ? 1_000_000 : 1),
        "--app-store-budget takes a share of Apple's limits above 0, up to 1.")
    }
  }

  /// The addresses of the environments that do not have Apple's.
  private var addresses: [AppStoreEnvironment: AppStoreAddress] {
    var addresses: [AppStoreEnvironment: AppStoreAddress] = [:]
    for (environment, address) in appStoreAddress.compactMap(AppStoreAddress.named) {
      addresses[environment] = address
    }
    return addresses
  }

  /// True if nothing can reach Apple.
  private var isOnThisMachine: Bool {
    guard asksApple else { return true }
    let addresses = addresses
    return [.production, .sandbox].allSatisfy { environment in
      addresses[environment]?.isOnThisMachine
        ?? (self.environment.map { $0.environment != environment } ?? false)
    }
  }

  private var state: StateDirectory { StateDirectory(stateDir ?? "\(folder.folder)/.paywall") }

  /// The path of a file in the state folder.
  func statePath(_ name: String) -> String { "\(state.path)/\(name)" }

  /// True if Apple is asked, and not the local App Store.
  var asksApple: Bool { appStoreKey != nil }

  /// The target in questions to a person: `Apple's production`.
  var target: String {
    guard asksApple else { return "the local App Store" }
    return environment.map { "Apple's \($0.rawValue)" } ?? "Apple"
  }

  /// The environment of a call that needs one and names none: production with a key of Apple's,
  /// else the sandbox.
  var oneEnvironment: AppStoreEnvironment {
    environment?.environment ?? (asksApple ? .production : .sandbox)
  }

  /// Asks the store; a refusal by Apple ends the command in words.
  func ask<Value: Sendable>(
    _ question: (AppStoreClient) async throws(AppStoreAPIError) -> Value
  ) async throws -> Value {
    let console = Console.ofProcess()
    let app = try folder.load(for: console).app
    let result: Result<Value, AppStoreAPIError>
    if let appStoreKey, let appStoreKeyId, let appStoreIssuer {
      let client = try client(app, appStoreKey, appStoreKeyId, appStoreIssuer)
      result = await Self.result { () async throws(AppStoreAPIError) in
        try await question(client)
      }
      client.end()
      if client.isForgetful {
        console.note(
          "the calls could not be written down in '\(state.path)', so later commands do not know of them"
        )
      }
    } else {
      result = try await askLocal(app, question)
    }
    do throws(AppStoreAPIError) {
      return try result.get()
    } catch {
      throw Failure(error)
    }
  }

  private static func result<Value>(
    _ body: () async throws(AppStoreAPIError) -> Value
  ) async -> Result<Value, AppStoreAPIError> {
    do throws(AppStoreAPIError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  private func client(
    _ app: App, _ path: String, _ id: String, _ issuer: String
  ) throws -> AppStoreClient {
    let settings = try Failure.outside(
      help: "name the .p8 file of App Store Connect, and the ids beside it there"
    ) {
      try AppStoreAPIKeySettings(
        key: OfferKeyFile(path: path, keyId: id, issuerId: issuer), addresses: addresses,
        budget: appStoreBudget ?? 1
      ).settings(
        passphrase: ProcessInfo.processInfo.environment["PAYWALL_APP_STORE_KEY_PASSPHRASE"])
    }
    let verifier = Verifier(AppIdentity(app), roots: try trust.roots())
    // A folder that cannot be made is reported after the calls have been made.
    try? state.make()
    return AppStoreClient(
      settings, transport: .connecting(),
      storage: try BudgetSeat.ofCommand(in: state.path), verifier: { verifier },
      now: SystemClock.now)
  }

  /// Makes a key for this run and tells the store its public half, as 'paywall serve' does.
  private func askLocal<Value: Sendable>(
    _ app: App, _ question: (AppStoreClient) async throws(AppStoreAPIError) -> Value
  ) async throws -> Result<Value, AppStoreAPIError> {
    let url = appStore ?? "http://127.0.0.1:8090"
    guard let address = AppStoreAddress(url) else {
      throw Failure(.wrongUsage, "'\(url)' is no address of a local App Store")
    }
    do throws(StoreLinkError) {
      return try await HTTPClient.ofLocalAppStore { http async throws(StoreLinkError) in
        let name = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }.hexadecimal
        let link = try await StoreLink(
          StoreClient(http, url: url, token: appStoreToken), name: name)
        var identity = AppIdentity(app)
        identity.environments = [.sandbox]
        let verifier = try? Verifier(identity, roots: [link.root])
        guard let verifier else { throw StoreLinkError.store(.noStore("\(url) has no root")) }
        let client = AppStoreClient(
          AppStoreAPISettings(
            key: link.apiKey, addresses: [.sandbox: address],
            budgets: CallBudgets(scale: appStoreBudget ?? 1)),
          transport: .connecting(), verifier: { verifier }, now: SystemClock.now,
          storeTime: { link.now })
        return await Self.result { () async throws(AppStoreAPIError) in
          try await question(client)
        }
      }
    } catch {
      throw Failure(localStore: error)
    }
  }
}

/// The environments that Apple's server API has.
enum AppleEnvironment: String, ExpressibleByArgument, CaseIterable {
  case production, sandbox

  var environment: AppStoreEnvironment { self == .production ? .production : .sandbox }
}

extension Schema {
  static let appleEnvironment = words(of: AppleEnvironment.self)
}

extension Failure {
  init(_ error: AppStoreAPIError) {
    let request = error.requestId.map { "Apple's number of the request is \($0)" }
    let help = [error.help, request].compactMap(\.self)
    // A refusal that Apple may take back in a minute is not an answer.
    let isAnswer = error.code != nil && !error.isRetryable
    self.init(
      isAnswer ? .no : .failedOutside, error.detail,
      help: help.isEmpty ? nil : help.joined(separator: "; "))
  }

  fileprivate init(localStore error: StoreLinkError) {
    let help =
      "start one with 'local-app-store serve', name its address with --app-store, or ask Apple with --app-store-key"
    switch error {
    case .production(let url):
      self.init(
        .failedOutside, "the world at \(url) is one of production",
        help: "start it without --production")
    case .store(.noStore(let reason)): self.init(.failedOutside, reason, help: help)
    case .store(.refused(let problem)): self.init(.failedOutside, problem.detail, help: help)
    }
  }
}
