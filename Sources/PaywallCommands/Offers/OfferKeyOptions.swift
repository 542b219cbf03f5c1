import ArgumentParser
import CommandSupport
import OfferSigning

import Foundation

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
    do throws(SigningKeyError) {
      return try SigningKey(
        id: offerKeyId, issuerId: issuerId, file: offerKey, passphrase: Self.passphrase)
    } catch {
      throw Failure(.failedOutside, error.message, help: error.help)
    }
  }
}
