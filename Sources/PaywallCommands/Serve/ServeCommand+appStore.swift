import AppStoreServerAPI
import AsyncHTTPClient
import Foundation
import LocalAppStoreClient
import OfferSigning
import PaywallCatalog
import PaywallServer
import PaywallTextCoding

extension ServeCommand {
  /// Serves the customers of a local App Store, by its clock.
  func serve(trusting settings: Settings) async throws {
    guard let store = settings.appStore else { return }
    try await HTTPClient.ofLocalAppStore { client in
      try await serve(
        settings, from: StoreClient(client, url: store.url, token: store.token), client)
    }
  }

  private func serve(
    _ settings: Settings, from store: StoreClient, _ client: HTTPClient
  ) async throws {
    let logger = PaywallService.logger(settings)
    let link: StoreLink
    do throws(StoreLinkError) {
      let name = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }.hexadecimal
      link = try await StoreLink(store, name: name)
    } catch {
      throw StartError(error)
    }
    var settings = settings
    settings.appStore?.root = link.root
    let server = try await PaywallService(
      settings,
      load: settings.isForTests ? LoadedFolder.forTests : LoadedFolder.catalogFiles,
      logger: logger, now: { link.now },
      checks: [{ link.isReachable ? [] : [.localAppStoreUnreachable] }],
      localAppStore: AppStoreAPISettings(askingLocal: store.url, key: link.apiKey))
    let parts = server.dependencies
    let ours = parts.current.value.snapshot.app.bundleId
    guard ours == link.bundleId else {
      await server.end()
      throw StartError.localAppStore(
        "it sells for the app \(link.bundleId), and this folder is of \(ours)",
        help: "start 'local-app-store serve' on the same folder")
    }
    do throws(StoreClientError) {
      // Registers the keys before the first request, so that the store knows the key of every
      // offer.
      try await link.register(parts.signer?.keys.verifying ?? [])
    } catch {
      await server.end()
      throw StartError(.store(error))
    }
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        await link.follow({ parts.signer?.keys.verifying ?? [] }, logger: logger)
      }
      let answers = StoreAnswers(server: server, client: client)
      tasks.addTask { await link.answerQuestions { await answers.answer($0) } }
      if settings.isForTests { Self.endWithStandardInput() }
      try await server.run()
      tasks.cancelAll()
    }
  }
}

extension ServeCommand {
  /// Ends the server with its standard input, which closes however the program that started it
  /// ends.
  private static func endWithStandardInput() {
    let reader = Thread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      kill(getpid(), SIGTERM)
    }
    reader.start()
  }
}

extension LoadedFolder {
  /// Returns the folder without the parts that belong to its real servers.
  static func forTests(_ folder: String) -> LoadedFolder {
    var loaded = catalogFiles(folder)
    loaded.keys = []
    loaded.snapshot?.keys = []
    loaded.snapshot?.webhooks = []
    return loaded
  }
}

extension AppStoreAPISettings {
  /// Makes the settings; `nil` if calls would leave this machine in clear.
  init?(askingLocal url: String, key: SigningKey) {
    guard let address = AppStoreAddress(url) else { return nil }
    self.init(key: key, addresses: [.sandbox: address])
  }
}

extension StartError {
  init(_ error: StoreLinkError) {
    let help = "is 'local-app-store serve' running, and are --app-store and its token right?"
    switch error {
    case .store(.noStore(let reason)): self = .localAppStore(reason, help: help)
    case .store(.refused(let problem)):
      self = .localAppStore("\(problem.title): \(problem.detail)", help: help)
    case .production(let url):
      self = .localAppStore(
        "the world at \(url) is one of production, and only a sandbox is served",
        help: "start the store without --production")
    }
  }
}
