import PaywallCatalog
import PaywallServer

extension AppFolder {
  /// The app of the tests with a paywall that has much to say.
  static func wordy() async throws -> PaywallService {
    let app = try AppFolder(showing: "standard")
    return try await app.server(load: { folder in
      var loaded = AppFolder.load(folder)
      loaded.snapshot?.paywalls["standard"]?.content.append(
        Content.Member("wordy", .text(String(repeating: "Unlock everything. ", count: 100))))
      return loaded
    })
  }
}
