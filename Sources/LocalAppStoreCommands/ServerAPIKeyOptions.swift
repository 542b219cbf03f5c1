import ArgumentParser
import CommandSupport
import Crypto
import Foundation

import LocalAppStoreServer

/// The key of Apple's server API: one of this store, or the user's.
struct ServerAPIKeyOptions: ParsableArguments {
  @Option(
    name: .customLong("api-key"), .file,
    "Take calls of Apple's server API that this key signed, private or public, in PEM. (default: a key of this store)"
  )
  var file: String?
  @Option(name: .customLong("api-key-id"), "id", "The id of that key.") var keyId: String?
  @Option(name: .customLong("api-issuer"), "uuid", "The issuer id of that key.")
  var issuerId: String?

  func validate() throws {
    guard [file, keyId, issuerId].compactMap(\.self).count % 3 == 0 else {
      throw ValidationError("--api-key, --api-key-id and --api-issuer go together.")
    }
  }

  /// The user's key, or else that of the folder.
  func key(_ folder: ConfigurationOptions, _ stateDir: String?) throws -> (
    ServerAPIKey, path: String
  ) {
    guard let file, let keyId, let issuerId else { return try Self.kept(folder, stateDir) }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let key = (try? P256.Signing.PrivateKey(pemRepresentation: text))?.publicKey
        ?? (try? P256.Signing.PublicKey(pemRepresentation: text))
    else {
      throw Failure(
        .failedOutside, "'\(file)' cannot be read as a P-256 key in PEM",
        help: "name the .p8 file of App Store Connect, or leave --api-key out")
    }
    return (ServerAPIKey(id: keyId, issuerId: issuerId, publicKey: key), file)
  }

  /// The key of a folder, which is made if there is none.
  static func kept(
    _ folder: ConfigurationOptions, _ stateDir: String?
  ) throws -> (ServerAPIKey, path: String) {
    let state = stateDir ?? "\(folder.folder)/.paywall"
    do throws(KeptChainError) {
      let key = try KeptServerAPIKey.load(state)
      return (ServerAPIKey(naming: key.publicKey), KeptServerAPIKey.path(state))
    } catch {
      throw Failure(
        .failedOutside, error.description, help: "or name another folder with --state-dir")
    }
  }
}
