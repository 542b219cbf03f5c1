import Bundles
import Catalog
import Foundation

extension Bundles {
  /// Reads and verifies what the device has: the bundle that was fetched, and the one inside the
  /// app.
  static func load(
    _ verifier: BundleVerifier?, _ configuration: Paywalls.Configuration, _ disk: Disk,
    _ loading: Task<Loaded?, Never>
  ) async -> Bundles {
    guard let verifier else {
      return Bundles(troubles: ["No root key is configured."])
    }
    let stored = disk.start { storage in
      storage.value(StoredBundle.self, at: StoredBundle.name)
    }
    // The file in the app is read beside the storage, not behind it.
    let inApp = configuration.bundledFile.flatMap { try? Data(contentsOf: $0) }
    let heard = await loading.value(within: Disk.patience, configuration.clock) ?? nil
    let now = ServerTime(stored: heard?.time).now(configuration.clock)
    var bundles = Bundles()
    if let url = configuration.bundledFile {
      if let inApp, let signed = try? SignedBundle(file: Array(inApp)) {
        bundles.take(verifier.load(signed, at: now), configuration) { $0.file = $1 }
      } else {
        bundles.distrust("\(url.lastPathComponent) is no bundle.", configuration)
      }
    }
    if let stored = await stored.value(within: Disk.patience, configuration.clock) ?? nil {
      bundles.take(verifier.load(stored.signed, at: now), configuration) { $0.download = $1 }
      if bundles.download != nil { bundles.etag = stored.etag }
    }
    if bundles.download == nil, bundles.file == nil, bundles.troubles.isEmpty {
      bundles.troubles = ["There is no bundle on this device."]
    }
    return bundles
  }

  private mutating func take(
    _ result: Result<LoadedBundle, BundleDistrust>, _ configuration: Paywalls.Configuration,
    _ set: (inout Bundles, LoadedBundle) -> Void
  ) {
    switch result {
    case .success(let bundle): set(&self, bundle)
    case .failure(let distrust): self.distrust("\(distrust)", configuration)
    }
  }

  private mutating func distrust(_ trouble: String, _ configuration: Paywalls.Configuration) {
    troubles.append(trouble)
    configuration.log(.bundleRejected(trouble))
  }
}

/// The answer of `/v1/bundle`.
private struct BundlePointer: Decodable {
  /// Of the payload, beside the pointer.
  var url: String
  /// Digest of the payload's bytes, in hexadecimal digits.
  var sha256: String?
  var signature: String
  var certificate: String
}

extension Paywalls {
  /// Bytes of a bundle that is taken.
  private static let largestBundle = 8 << 20

  /// Looks for a newer bundle behind, not more often than is configured; after a failure sooner.
  func refreshBundle() {
    guard let verifier, fetchingBundle == nil else { return }
    if let bundleDue, clock.running() < bundleDue { return }
    fetchingBundle = Task(priority: .utility) {
      do throws(NetworkFailure) {
        try await fetchBundle(verifier)
        bundleBackoff.succeed()
        bundleDue = clock.running() + configuration.bundleInterval
      } catch {
        var asked: Duration?
        if case .tooManyRequests(let pause) = error { asked = pause }
        let delay = bundleBackoff.fail(random: configuration.random(), asked: asked)
        bundleDue = clock.running() + delay
        configuration.log(.networkFailed(placements: [], error))
      }
      fetchingBundle = nil
    }
  }

  private func fetchBundle(_ verifier: BundleVerifier) async throws(NetworkFailure) {
    let known = await bundling.value
    if bundles == nil { bundles = known }
    dropFutureBundles()
    let response = try await endpoint.get("v1/bundle", etag: bundles?.etag)
    hear(response, toGet: true)
    guard response.status != 304 else { return }
    guard let pointer = try? JSONDecoder().decode(BundlePointer.self, from: response.body),
      pointer.url.hasPrefix("bundle/")
    else {
      throw .notUnderstood("The answer to “bundle” cannot be read.")
    }
    if let issued = (try? BundleSignature(pointer.signature))?.issued,
      let held = bundles?.newest, issued < held
    {
      let trouble = "It was issued at \(issued.rfc3339), before the one that is here."
      return configuration.log(.bundleRejected(trouble))
    }
    // The same payload is signed anew every time: what is here already is not fetched.
    let held = bundles?.payload(pointer.sha256)
    let payload: [UInt8]
    if let held { payload = held } else { payload = try await fetchPayload(pointer) }
    let signed = SignedBundle(
      payload: payload, signature: pointer.signature, certificate: pointer.certificate)
    let now = now
    let isHeard = time.isHeard
    let result = await Task.detached(priority: .utility) {
      verifier.load(signed, at: now, isHeard: isHeard)
    }.value
    switch result {
    case .failure(let distrust): configuration.log(.bundleRejected("\(distrust)"))
    case .success(let loaded) where isHeard && now >= loaded.expires:
      configuration.log(
        .bundleRejected("It expired at \(loaded.expires.rfc3339), before it was handed out."))
    case .success(let loaded):
      bundles?.download = loaded
      bundles?.etag = response[header: "ETag"]
      let stored = StoredBundle(
        payload: String(decoding: signed.payload, as: UTF8.self), signature: signed.signature,
        certificate: signed.certificate, etag: response[header: "ETag"])
      disk.write(configuration.log) { try $0.keep(stored, at: StoredBundle.name) }
      if held == nil { configuration.log(.bundleUpdated(release: loaded.release)) }
    }
  }

  private func dropFutureBundles() {
    guard time.isHeard else { return }
    for issued in bundles?.dropFuture(at: now) ?? [] {
      let trouble = "It was issued at \(issued.rfc3339), which the server's time has not reached."
      bundles?.troubles.append(trouble)
      configuration.log(.bundleRejected(trouble))
    }
  }

  private func fetchPayload(_ pointer: BundlePointer) async throws(NetworkFailure) -> [UInt8] {
    let answer = try await endpoint.get("v1/\(pointer.url)", largestAnswer: Self.largestBundle)
    return Array(answer.body)
  }
}
