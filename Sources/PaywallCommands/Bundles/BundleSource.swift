import CommandSupport
import Crypto
import Foundation
import PaywallBundles
import PaywallCatalog
import PaywallTextCoding

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of a bundle: the file inside an app, or a running server.
struct BundleSource {
  let bundle: SignedBundle
  /// The size as received: that of the file, or of the pointer and the payload.
  let bytes: Int

  init(file path: String) throws {
    let content = try Array(file: path)
    do throws(BundleProblem) {
      bundle = try SignedBundle(file: content)
    } catch {
      throw Failure(
        .no, "'\(path)' is no bundle: \(error)", help: "make one with 'paywall bundle build'")
    }
    bytes = content.count
  }

  /// - Parameter url: the address of a server, or of its pointer.
  init(server url: URL, key: String?) async throws {
    let pointerURL =
      url.path().hasSuffix("/v1/bundle") ? url : url.appending(path: "v1/bundle")
    let first = try await Self.get(pointerURL, key)
    guard let pointer = try? JSONDecoder().decode(Pointer.self, from: first),
      let payloadURL = Self.payload(at: pointer.url, beside: pointerURL)
    else {
      throw Failure(.no, "\(pointerURL) answers with something that is no pointer to a bundle")
    }
    let payload = try await Self.get(payloadURL, key)
    guard SHA256.hash(data: payload).hexadecimal == pointer.sha256 else {
      throw Failure(
        .no, "forged: \(payloadURL) has another digest than the pointer says",
        help: "something between here and the server alters or mixes up answers")
    }
    bundle = SignedBundle(
      payload: Array(payload), signature: pointer.signature, certificate: pointer.certificate)
    bytes = first.count + payload.count
  }

  private struct Pointer: Decodable {
    var url: String
    var sha256: String
    var signature: String
    var certificate: String
  }

  /// Returns the payload's address in a pointer. The pointer is not verified yet, so the key is
  /// sent only to `bundle/…` beside it.
  static func payload(at address: String, beside pointer: URL) -> URL? {
    let isPlain = address.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "?"),
        UInt8(ascii: "="):
        true
      default: false
      }
    }
    guard isPlain, address.utf8.starts(with: "bundle/".utf8) else { return nil }
    return URL(string: address, relativeTo: pointer)?.absoluteURL
  }

  private static func get(_ url: URL, _ key: String?) async throws -> Data {
    var request = URLRequest(url: url, timeoutInterval: 15)
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    let (data, status) = try await request.answer(from: url)
    guard status == 200 else {
      let said = String(decoding: data.prefix(500), as: UTF8.self)
      throw Failure(
        .failedOutside, "\(url) answers \(status): \(said)",
        help: status == 401 ? "add --key, or put it into PAYWALL_CLIENT_KEY" : nil)
    }
    return data
  }
}
