import Foundation
import PaywallBundles

extension AvailableBundles {
  /// Reads and verifies what the device has: the bundle that was fetched, and the one inside the
  /// app.
  static func load(
    _ verifier: BundleVerifier?, _ configuration: Paywalls.Configuration, _ storage: StorageQueue,
    _ loading: Task<StoredState?, Never>
  ) async -> AvailableBundles {
    guard let verifier else {
      return AvailableBundles(diagnostics: ["No root key is configured."])
    }
    let stored = storage.start { storage in
      storage.value(StoredBundle.self, at: StoredBundle.name)
    }
    // The file in the app is read while the storage works.
    let inApp = configuration.bundledFile.flatMap { try? Data(contentsOf: $0) }
    let state = await loading.value(within: StorageQueue.timeout, configuration.clock) ?? nil
    let now = ServerTime(stored: state?.time).now(configuration.clock)
    var bundles = AvailableBundles()
    if let url = configuration.bundledFile {
      if let inApp, let signed = try? SignedBundle(file: Array(inApp)) {
        bundles.take(verifier.load(signed, at: now), configuration) { $0.file = $1 }
      } else {
        bundles.distrust("\(url.lastPathComponent) is no bundle.", configuration)
      }
    }
    if let stored = await stored.value(within: StorageQueue.timeout, configuration.clock) ?? nil {
      bundles.take(verifier.load(stored.signed, at: now), configuration) { $0.download = $1 }
      if bundles.download != nil { bundles.etag = stored.etag }
    }
    if bundles.download == nil, bundles.file == nil, bundles.diagnostics.isEmpty {
      bundles.diagnostics = ["There is no bundle on this device."]
    }
    return bundles
  }

  private mutating func take(
    _ result: Result<LoadedBundle, BundleDistrust>, _ configuration: Paywalls.Configuration,
    _ set: (inout AvailableBundles, LoadedBundle) -> Void
  ) {
    switch result {
    case .success(let bundle): set(&self, bundle)
    case .failure(let distrust): self.distrust("\(distrust)", configuration)
    }
  }

  private mutating func distrust(_ reason: String, _ configuration: Paywalls.Configuration) {
    diagnostics.append(reason)
    configuration.advanced.log(.bundleRejected(reason))
  }
}
