import Foundation
import PaywallBundles
import PaywallCatalog

/// The answer of `/v1/bundle`.
private struct BundlePointer: Decodable {
  /// The address of the payload, relative to the pointer.
  var url: String
  /// The digest of the payload's bytes, in hexadecimal digits.
  var sha256: String?
  var signature: String
  var certificate: String
}

extension Paywalls {
  /// The most bytes that a bundle may have.
  private static let largestBundle = 8 << 20

  /// Looks for a newer bundle in the background, at most as often as configured; sooner after a
  /// failure.
  func refreshBundle() {
    guard let verifier, fetchingBundle == nil else { return }
    if let bundleDue, clock.running() < bundleDue { return }
    fetchingBundle = Task(priority: .utility) {
      do throws(NetworkFailure) {
        try await fetchBundle(verifier)
        bundleBackoff.succeed()
        bundleDue = clock.running() + configuration.advanced.bundleInterval
      } catch {
        let delay = bundleBackoff.fail(random: configuration.random(), asked: error.pause)
        bundleDue = clock.running() + delay
        configuration.advanced.log(.networkFailed(placements: [], error))
      }
      fetchingBundle = nil
    }
  }

  private func fetchBundle(_ verifier: BundleVerifier) async throws(NetworkFailure) {
    let known = await bundling.value
    if bundles == nil { bundles = known }
    dropFutureBundles()
    let response = try await endpoint.get("v1/bundle", etag: bundles?.etag)
    updateTime(from: response, toGet: true)
    guard response.status != 304 else { return }
    guard let pointer = try? JSONDecoder().decode(BundlePointer.self, from: response.body),
      pointer.url.hasPrefix("bundle/")
    else {
      throw .notUnderstood("The answer to 'bundle' cannot be read.")
    }
    if let issued = (try? BundleSignature(pointer.signature))?.issued,
      let held = bundles?.newest, issued < held
    {
      let reason = "It was issued at \(issued.rfc3339), before the one that is here."
      return configuration.advanced.log(.bundleRejected(reason))
    }
    // The server signs the same payload again and again: one that the device has is not fetched.
    let held = bundles?.payload(pointer.sha256)
    let payload: [UInt8]
    if let held { payload = held } else { payload = try await fetchPayload(pointer) }
    let signed = SignedBundle(
      payload: payload, signature: pointer.signature, certificate: pointer.certificate)
    let now = now
    let isSynchronized = time.isSynchronized
    let result = await Task.detached(priority: .utility) {
      verifier.load(signed, at: now, isSynchronized: isSynchronized)
    }.value
    switch result {
    case .failure(let distrust): configuration.advanced.log(.bundleRejected("\(distrust)"))
    case .success(let loaded) where isSynchronized && now >= loaded.expires:
      configuration.advanced.log(
        .bundleRejected("It expired at \(loaded.expires.rfc3339), before it was handed out."))
    case .success(let loaded):
      bundles?.download = loaded
      bundles?.etag = response[header: "ETag"]
      let stored = StoredBundle(
        payload: String(decoding: signed.payload, as: UTF8.self), signature: signed.signature,
        certificate: signed.certificate, etag: response[header: "ETag"])
      save(stored, at: StoredBundle.name)
      if held == nil { configuration.advanced.log(.bundleUpdated(release: loaded.release)) }
    }
  }

  private func dropFutureBundles() {
    guard time.isSynchronized else { return }
    for issued in bundles?.dropFuture(at: now) ?? [] {
      let reason = "It was issued at \(issued.rfc3339), which the server's time has not reached."
      bundles?.diagnostics.append(reason)
      configuration.advanced.log(.bundleRejected(reason))
    }
  }

  private func fetchPayload(_ pointer: BundlePointer) async throws(NetworkFailure) -> [UInt8] {
    let answer = try await endpoint.get("v1/\(pointer.url)", largestAnswer: Self.largestBundle)
    return Array(answer.body)
  }
}
