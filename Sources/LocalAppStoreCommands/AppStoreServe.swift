import ArgumentParser
import AsyncHTTPClient
import CatalogFiles
import CommandSupport
import Foundation
import HTTPService
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import Logging
import PaywallCatalog

import YAMLText

/// `local-app-store serve`.
struct AppStoreServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "serve", "Run a local App Store that sells what the configuration or a .storekit file holds.",
    """
    Nothing is sold yet, and the clock stands until 'local-app-store advance' moves it or --rate \
    lets it run. The world ends with the process; its signing root stays in the state folder. \
    Notifications go to --notify, in production with Apple's retries, in the sandbox once. Open its \
    address in a browser, such as http://127.0.0.1:8090, for a page with all of this as buttons.

    --products sells what a file of Xcode holds, without a configuration.

    Before a cancellation ('cancel --ask', or the page) the store asks what to show: the address that \
    was set over Apple's API, or else --retention.

    Apple's App Store Server API is served under /inApps, with a key of this store that \
    'local-app-store api-key' prints, or with yours.

    Others reach it only with --host and a token of at least 16 characters, which is best given \
    as PAYWALL_APP_STORE_TOKEN. Calls of Apple's API need no token; their key protects them.
    """,
    examples: "local-app-store serve --notify http://127.0.0.1:8080/v1/appstore/notifications",
    "local-app-store serve --products Store.storekit --bundle-id com.example.app",
    "local-app-store serve --start 2026-01-05T10:00:00Z --grace 16 --rate 3600")

  @OptionGroup var folder: ConfigurationOptions
  @Option(
    help: ArgumentHelp(
      "Sell what this .storekit file holds, without a configuration.", valueName: "file"),
    completion: .file(extensions: ["storekit"]))
  var products: String?
  @Option("id", "The app of --products.") var bundleId: String?
  @Option("number", "The numeric Apple id of the app of --products, for --production.")
  var appAppleId: Int64?
  @Option("address", "The address to listen on.") var host = "127.0.0.1"
  @Option(help: "The port to listen on.") var port: Int = 8090
  @Option("url", "Post notifications to this address of a server.") var notify: String?
  @Option("url", "Ask this address what to show before a cancellation. (default: beside --notify)")
  var retention: String?
  @Option(.folder, "Where the signing root is kept. (default: CONFIG/.paywall)")
  var stateDir: String?
  @Option("id", "Add a customer at the start; may be repeated. (default: none)")
  var customer: [String] = []
  @Option("time", "What the clock shows first. (default: now)") var start: Moment?
  @Option("number", "Seconds of the world for each second; at 0 the clock stands.")
  var rate: Int = 0
  @Option("days", "Days of the billing grace period: 3, 16 or 28.") var grace: Int?
  @Option("number", "The same seed gives the same ids. (default: random)") var seed: UInt64?
  @Flag(help: "Sign as production, with its retries; for servers of others.")
  var production = false
  @Option("token", "The token that every request must send; needed with --host.")
  var appStoreToken: String?
  @OptionGroup var apiKey: ServerAPIKeyOptions
  @Option("number", "Times Apple's hourly limits of its server API; 0 for none.")
  var apiLimits: Double = 1

  func validate() throws {
    if let grace, ![3, 16, 28].contains(grace) {
      throw ValidationError("--grace takes 3, 16 or 28.")
    }
    guard (products == nil) == (bundleId == nil), products != nil || appAppleId == nil else {
      throw ValidationError("--products goes with --bundle-id, and --app-apple-id with both.")
    }
    guard products == nil || !production || appAppleId != nil else {
      throw ValidationError("--production signs the Apple id of the app; give --app-apple-id.")
    }
    try (0...65_535).check(port, of: "--port")
    try (0...100_000).check(rate, of: "--rate")
    guard (0...1_000_000).contains(apiLimits) else {
      throw ValidationError("--api-limits takes 0 to 1000000.")
    }
    for (option, address, path) in [
      ("--notify", notify, "notifications"), ("--retention", retention, "retention"),
    ] {
      guard let address else { continue }
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme),
        !(url.host() ?? "").isEmpty
      else {
        throw ValidationError(
          "\(option) takes an address such as http://127.0.0.1:8080/v1/appstore/\(path).")
      }
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let access: StoreAccess
    do throws(StoreAccessError) {
      let variable = ProcessInfo.processInfo.environment["PAYWALL_APP_STORE_TOKEN"]
      let given = appStoreToken ?? variable
      access = try StoreAccess(host: host, token: given == "" ? nil : given)
    } catch {
      throw Failure(
        .wrongUsage, error.description,
        help:
          "put a random text of at least \(StoreAccess.leastToken) characters into PAYWALL_APP_STORE_TOKEN"
      )
    }
    do throws(ListenError) {
      try ListenError.check(host: host, of: "--host", port: port)
    } catch {
      console.complain(error.description)
      throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }
    let catalog = try catalog(for: console)
    let chain = try StoreChain.load(folder, stateDir)
    let (key, keyPath) = try apiKey.key(folder, stateDir)
    let seed = seed ?? UInt64.random(in: 0 ... .max)
    var world = World(
      catalog,
      settings: WorldSettings(
        environment: production ? .production : .sandbox,
        gracePeriod: grace.map { WorldSettings.GracePeriod(days: $0) }),
      seed: seed, at: start?.timestamp ?? .now())
    do throws(StoreRefusal) {
      for id in customer { try world.addCustomer(id) }
    } catch {
      throw Failure(.wrongUsage, error.sentences, help: "name each --customer once")
    }
    let logger = Logger(of: "local-app-store")
    logger.notice(
      "a local App Store of \(catalog.bundleId); nothing that it sells is real",
      metadata: [
        "page": "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/",
        "clock": "\(world.now.rfc3339)", "seed": "\(seed)",
        "notify": "\(notify.map(Self.withoutSecrets) ?? "nothing")",
      ])
    logger.notice(
      "Apple's server API is under /inApps",
      metadata: [
        "key": "\(keyPath)", "keyId": "\(key.id)",
        "issuerId": "\(key.issuerId)", "bundleId": "\(catalog.bundleId)",
      ])
    let serverAPI = ServerAPI(
      key, bundleId: catalog.bundleId, isSandbox: !production, limits: apiLimits,
      now: SystemClock.now)
    do {
      try await HTTPClient.ofLocalAppStore { client in
        let store = StoreService(
          world, id: String(UInt64.random(in: 0 ... .max), radix: 16), chain: chain,
          rate: Double(rate), post: notify.map { NotificationSender(client, to: $0).post },
          askRetention: NotificationSender.retention(
            client, or: retention ?? notify.flatMap(NotificationSender.retentionURL)))
        try await StoreApplication(
          store, access: access, serverAPI: serverAPI, host: host, port: port, logger: logger
        )
        .run()
      }
    } catch let error as ListenError {
      console.complain(error.description)
      throw ExitCode(ExitStatus.failedOutside.rawValue)
    }
  }
}

extension AppStoreServe {
  private func catalog(for console: Console) throws -> StoreCatalog {
    guard let products, let bundleId else { return StoreCatalog(try folder.load(for: console)) }
    let file = try StoreKitFile.read(products, for: console)
    return StoreCatalog(file, bundleId: bundleId, appAppleId: appAppleId)
  }
}

extension AppStoreServe {
  /// An address without its parts that may be secret.
  static func withoutSecrets(_ address: String) -> String {
    guard var parts = URLComponents(string: address) else { return "an address" }
    (parts.user, parts.password, parts.query) = (nil, nil, nil)
    return parts.string ?? "an address"
  }
}

/// The signing chain of a state folder.
enum StoreChain {
  static func load(_ folder: ConfigurationOptions, _ stateDir: String?) throws -> SigningChain {
    return try Failure.outside(help: "or name another folder with --state-dir") {
      try KeptChain.load(stateDir ?? "\(folder.folder)/.paywall")
    }
  }
}
