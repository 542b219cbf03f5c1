import Bundles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of `paywall bundle`.
enum KeyFile {
  /// Makes a file that only its owner reads; one that is there stays as it is.
  static func create(_ path: String, _ text: String) throws(Failure) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let isThere = errno == EEXIST
      throw Failure(
        isThere ? .no : .failedOutside,
        isThere
          ? "'\(path)' is there already, and a key that is lost is lost"
          : "'\(path)' cannot be written: \(reason)",
        help: isThere ? "name another file with --out" : nil)
    }
    defer { _ = close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw Failure(.failedOutside, "'\(path)' cannot be written: \(reason)")
      }
      bytes = bytes.dropFirst(count)
    }
    guard fsync(file) == 0 else {
      throw Failure(.failedOutside, "'\(path)' cannot be kept: \(reason)")
    }
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }

  /// The text of a small file.
  static func text(of path: String) throws(Failure) -> String {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 65_536 else {
      throw Failure(.failedOutside, "'\(path)' cannot be read")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func privateKey(_ path: String) throws(Failure) -> BundlePrivateKey {
    guard let key = BundlePrivateKey(pem: try text(of: path)) else {
      throw Failure(
        .failedOutside, "'\(path)' holds no private key on P-256 in PEM",
        help: "make one with 'paywall bundle key create'; one with a passphrase cannot be used")
    }
    return key
  }

  /// From a private or a public key file.
  static func publicKey(_ path: String) throws(Failure) -> BundlePublicKey {
    let text = try text(of: path)
    guard let key = BundlePrivateKey(pem: text)?.publicKey ?? BundlePublicKey(file: text) else {
      throw Failure(
        .failedOutside, "'\(path)' holds no key on P-256",
        help: "give a PEM file, or one with the text that 'paywall bundle key create' prints")
    }
    return key
  }

  /// Puts a file that is no secret in its place.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(.failedOutside, "'\(path)' cannot be written", help: "is the folder there?")
    }
  }
}
