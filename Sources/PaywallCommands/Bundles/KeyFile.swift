import BundleWriting
import CommandSupport
import Foundation
import OfferSigning
import PaywallAtomicFile

import PaywallBundles

/// The files of `paywall bundle`.
enum KeyFile {
  /// Makes a file that only its owner can read; an existing one stays as it is.
  static func create(_ path: String, _ text: String) throws(Failure) {
    do throws(AtomicFileError) {
      try AtomicFile.create(path, with: Array(text.utf8))
    } catch {
      throw Failure(
        error.isThere ? .no : .failedOutside,
        error.isThere
          ? "'\(path)' is there already, and a lost key cannot be restored"
          : "'\(path)' cannot be written: \(error.reason)",
        help: error.isThere ? "name another file with --out" : nil)
    }
  }

  /// Returns the text of a small file.
  static func text(of path: String) throws(Failure) -> String {
    do throws(SigningKeyError) {
      return try SigningKeyFile.contents(of: path).text
    } catch {
      throw Failure(.failedOutside, error.message)
    }
  }

  /// Returns the text of a private key's file, which only its owner may read.
  static func secret(of path: String) throws(Failure) -> String {
    do throws(SigningKeyError) {
      return try SigningKeyFile.secret(of: path)
    } catch {
      guard case .readableByOthers = error else { throw Failure(.failedOutside, error.message) }
      throw Failure(.failedOutside, error.message, help: "run 'chmod 600 \(path)'")
    }
  }

  static func privateKey(_ path: String) throws(Failure) -> BundlePrivateKey {
    guard let key = BundlePrivateKey(pem: try secret(of: path)) else {
      throw Failure(
        .failedOutside, "'\(path)' holds no private key on P-256 in PEM",
        help: "make one with 'paywall bundle key create'; one with a passphrase cannot be used")
    }
    return key
  }

  /// Reads the public key from a private or a public key file.
  static func publicKey(_ path: String) throws(Failure) -> BundlePublicKey {
    let text = try text(of: path)
    guard let key = BundlePrivateKey(pem: text)?.publicKey ?? BundlePublicKey(file: text) else {
      throw Failure(
        .failedOutside, "'\(path)' holds no key on P-256",
        help: "give a PEM file, or one with the text that 'paywall bundle key create' prints")
    }
    return key
  }

  /// Replaces a file that is not secret; never one with a private key.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    if let there = FileManager.default.contents(atPath: path),
      String(decoding: there.prefix(1024), as: UTF8.self).contains("PRIVATE KEY-----")
    {
      throw Failure(
        .no, "'\(path)' holds a private key, and a lost key cannot be restored",
        help: "name another file with --out")
    }
    do {
      try AtomicFile.replace(path, with: bytes, access: .kept)
    } catch {
      throw Failure(.failedOutside, "'\(path)' cannot be written", help: "is the folder there?")
    }
  }
}
