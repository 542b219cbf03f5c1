import Crypto
import Foundation
import PaywallBundles

@testable import PaywallKit

/// A server that hands out the bundle in the box and notes the paths that it was asked for; it
/// answers placements with the default, never to be kept.
func handing(_ offered: Box<[UInt8]>, _ asked: Box<[String]> = Box([])) -> Transport {
  { request in
    asked.change { $0.append(request.url.path) }
    let bundle = try SignedBundle(file: offered.value)
    if request.url.path.hasSuffix("/v1/bundle") {
      let digest = SHA256.hash(data: bundle.payload).map {
        String(repeating: "0", count: $0 < 16 ? 1 : 0) + String($0, radix: 16)
      }
      let pointer = [
        "url": "bundle/it", "signature": bundle.signature, "certificate": bundle.certificate,
        "sha256": digest.joined(),
      ]
      let body = String(decoding: try JSONEncoder().encode(pointer), as: UTF8.self)
      return try await answering(body, more: ["ETag": "\"\(bundle.signature.suffix(9))\""])(
        request)
    }
    if request.url.path.contains("/v1/bundle/") {
      return try await answering(String(decoding: bundle.payload, as: UTF8.self))(request)
    }
    return try await answering(byDefault, control: "no-store")(request)
  }
}

extension Device {
  /// Stores a bundle as a download.
  func keep(download file: [UInt8]) throws {
    let bundle = try SignedBundle(file: file)
    try storage.keep(
      StoredBundle(
        payload: String(decoding: bundle.payload, as: UTF8.self), signature: bundle.signature,
        certificate: bundle.certificate), at: StoredBundle.name)
  }
}
