import AppStoreServerAPI
import AsyncHTTPClient
import Foundation
import HTTPTransport
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import Logging
import NIOCore
import NIOHTTP1
import OfferSigning
import PaywallCatalog
import ServiceLifecycle
import Synchronization
import Testing

@testable import PaywallServer

/// The folder of the package, which holds the example app.
let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path()

/// The example app with the key `server-key`, in a folder.
func exampleWithKey(in folder: String) throws -> String {
  let config = "\(folder)/config"
  try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
  for part in ["Paywalls", "Experiments"] {
    try FileManager.default.copyItem(atPath: "\(example)/\(part)", toPath: "\(config)/\(part)")
  }
  try Data(
    """
    keys:
      backend:
        role: server
        digest: 0e7492b2aec83281693d7625c966037073becf9b86dc4d0c8277bb4394b7d474

    """.utf8
  ).write(to: URL(filePath: "\(config)/Paywalls/store/keys.yaml"))
  return config
}

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// 2026-01-05 10:00 UTC.
let beginning = Timestamp(milliseconds: 1_767_607_200_000)

extension PaywallService {
  /// The application, whose answers may take long while other tests keep the machine busy.
  func patientApplication(
    listening: @escaping @Sendable (_ port: Int) async -> Void
  ) -> any Service {
    var limits = ConnectionLimits()
    limits.responseTimeout = .minutes(10)
    return application(limits: limits, listening: listening)
  }
}

extension Settings {
  /// Settings of servers whose ledger does not count as hanging while other tests keep the machine
  /// busy.
  static var patient: Settings {
    var settings = Settings()
    settings.ledgerLimits.lookUp = .seconds(60)
    settings.ledgerLimits.check = .seconds(60)
    settings.ledgerLimits.call = .seconds(60)
    return settings
  }
}

/// A world of the example app.
func world(
  _ environment: WorldSettings.Environment = .sandbox, grace: Int? = nil
) throws -> World {
  let snapshot = try #require(LoadedFolder.catalogFiles(example).snapshot)
  return World(
    StoreCatalog(snapshot),
    settings: WorldSettings(
      environment: environment, gracePeriod: grace.map { WorldSettings.GracePeriod(days: $0) }),
    seed: 7, at: beginning)
}

/// A store that sells what the example app does.
func exampleStore(
  _ environment: WorldSettings.Environment = .sandbox, grace: Int? = nil, rate: Double = 0,
  questions: ServerQuestions = ServerQuestions(),
  post: NotificationPost? = nil, askRetention: @escaping RetentionPost = { _, _ in nil }
) throws -> StoreService {
  StoreService(
    try world(environment, grace: grace), id: "w", chain: try SigningChain(), rate: rate,
    post: post, askRetention: askRetention, questions: questions)
}

/// Runs services until the end of `use`, which gets its address.
func serving(
  _ services: (@escaping @Sendable (Int) async -> Void) -> [any Service],
  _ use: @escaping @Sendable (_ url: String) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let group = ServiceGroup(
    configuration: .init(
      services: services { port in
        continuation.yield(port)
        continuation.finish()
      }, logger: quiet))
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await group.run() }
    let port = try #require(await ports.first { _ in true })
    try await use("http://127.0.0.1:\(port)")
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
  }
}

/// Serves a store; `use` gets its address.
func serving(
  _ store: StoreService, host: String = "127.0.0.1", token: String? = nil,
  serverAPI: ServerAPI? = nil,
  _ use: @escaping @Sendable (_ url: String) async throws -> Void
) async throws {
  let access = try StoreAccess(host: host, token: token)
  let application = StoreApplication(
    store, access: access, serverAPI: serverAPI, host: "127.0.0.1", port: 0, logger: quiet)
  try await serving({ application.services(listening: $0) }, use)
}

/// Serves a store, with a client for it.
func serving(
  _ store: StoreService, host: String = "127.0.0.1", token: String? = nil,
  serverAPI: ServerAPI? = nil,
  _ use: @escaping @Sendable (_ client: HTTPClient, _ url: String) async throws -> Void
) async throws {
  try await serving(store, host: host, token: token, serverAPI: serverAPI) { url in
    try await HTTPClient.ofLocalAppStore { try await use($0, url) }
  }
}

/// The address of a store's notifications: they go nowhere until a server listens.
final class PostAddress: Sendable {
  private let url = Mutex<String?>(nil)

  func set(_ url: String) { self.url.withLock { $0 = url } }

  func post(_ client: HTTPClient) -> NotificationPost {
    { text in
      guard let url = self.url.withLock({ $0 }) else { return .noResponse }
      return await NotificationSender(
        client, to: "\(url)/v1/appstore/notifications", patience: .seconds(600)
      ).post(text)
    }
  }
}

/// Serves decisions with the jobs of a real server: it trusts the store at `storeURL`, follows its
/// clock, and where `isAsked` asks it over Apple's API.
///
/// - Parameter name: of its own beside other servers of the store.
func serving(
  _ client: HTTPClient, of storeURL: String, config: String, state: String, isAsked: Bool = false,
  name: String = "server",
  _ use: @escaping @Sendable (_ server: PaywallService, _ url: String) async throws -> Void
) async throws {
  let link = try await StoreLink(StoreClient(client, url: storeURL, token: nil), name: name)
  var settings = Settings.patient
  settings.port = 0
  settings.config = config
  settings.stateDirectory = state
  settings.appStore = LocalAppStoreSettings(url: storeURL)
  settings.appStore?.root = link.root
  var api: AppStoreAPISettings?
  if isAsked {
    api = AppStoreAPISettings(
      key: link.apiKey, addresses: [.sandbox: try #require(AppStoreAddress(storeURL))])
  }
  let server = try await PaywallService(
    settings, load: LoadedFolder.catalogFiles, logger: quiet, now: { link.now },
    localAppStore: api)
  @Sendable func keys() -> [VerificationKey] { server.dependencies.signer?.keys.verifying ?? [] }
  try await link.register(keys())
  let following = Task { await link.follow(keys, logger: quiet) }
  try await serving({ [server.patientApplication(listening: $0)] }) { url in
    try await use(server, url)
  }
  following.cancel()
  await following.value
  await server.end()
}

/// Sends a request, and returns the status and the body.
func ask(
  _ client: HTTPClient, _ url: String, _ body: String? = nil, _ headers: [(String, String)] = []
) async throws -> (status: UInt, body: String) {
  var request = HTTPClientRequest(url: url)
  if let body {
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: body))
  }
  for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
  let response = try await client.execute(request, timeout: .seconds(600))
  let bytes = try await response.body.collect(upTo: 10_000_000)
  return (response.status.code, String(buffer: bytes))
}

let asJSON = [("Content-Type", "application/json")]

extension StoreService {
  /// Lets `ada` get the app and buy.
  func adaBuys(_ product: String) async throws -> StoreAnswer {
    _ = try await apply(.addCustomer("ada"))
    return try await apply(.buy(product, by: "ada"))
  }
}

extension StoreCause {
  static func addCustomer(_ id: String) -> Self {
    Self(.customer(id)) { try $0.addCustomer(id) }
  }

  static func buy(
    _ product: String, by id: String, _ options: PurchaseOptions = PurchaseOptions()
  ) -> Self {
    Self(.customer(id)) { try $0.buy(product, by: id, options) }
  }

  static func cancel(_ product: String, by id: String) -> Self {
    Self(.customer(id)) { try $0.cancel(product, by: id) }
  }

  static func setPayment(works: Bool, of id: String) -> Self {
    Self(.customer(id)) { try $0.setPayment(works: works, of: id) }
  }

  static func requestRefund(of transaction: String) -> Self {
    Self(.transaction(transaction)) { try $0.requestRefund(of: transaction, because: .other) }
  }
}
