import ArgumentParser
import CommandSupport
import Foundation

import OfferSigning

/// The In-App Purchase key that signs.
struct OfferKeyOptions: ParsableArguments {
  @Option("AuthKey.p8", "The key from App Store Connect.") var offerKey: String

  @Option("id", "Its key id, as App Store Connect shows it.") var offerKeyId: String

  @Option("uuid", "The issuer id; the JWS forms need it.") var issuerId: String?

  /// The variable that holds the passphrase of an encrypted key: an option would be visible to
  /// everyone on the machine.
  static let passphraseVariable = "PAYWALL_OFFER_KEY_PASSPHRASE"

  static var passphrase: String? { ProcessInfo.processInfo.environment[passphraseVariable] }

  func key() throws -> SigningKey {
    try SigningKey.readable { () throws(SigningKeyError) in
      try SigningKey(
        id: offerKeyId, issuerId: issuerId, file: offerKey, passphrase: Self.passphrase)
    }
  }
}

extension SigningKey {
  /// Reads a key; an error becomes a failure with the same message.
  static func readable<Key>(
    _ read: () throws(SigningKeyError) -> Key
  ) throws(Failure) -> Key {
    do throws(SigningKeyError) {
      return try read()
    } catch {
      throw Failure(.failedOutside, error.message, help: error.help)
    }
  }
}

/// The customer of a signature of the legacy form, which has one place for both options.
struct OfferCustomerOptions: ParsableArguments {
  @Option(help: "The appAccountToken that the app sends with the purchase, a UUID.")
  var appAccountToken: String?
  @Option(help: "The applicationUsername that the app sends, a hash in lower-case hexadecimal.")
  var applicationUsername: String?

  func validate() throws {
    try require(
      appAccountToken == nil || applicationUsername == nil,
      "Give --app-account-token or --application-username: the signature has one place for both.")
  }

  var customer: OfferCustomer {
    appAccountToken.map { .appAccountToken($0) }
      ?? applicationUsername.map { .applicationUsername($0) } ?? .anyone
  }

  var isGiven: Bool { appAccountToken != nil || applicationUsername != nil }
}
