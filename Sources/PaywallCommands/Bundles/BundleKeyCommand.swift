import ArgumentParser
import CommandSupport

/// `paywall bundle key`.
struct BundleKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "key", "Make the root key and bundle keys, and certify the latter.",
    """
    Once, on a machine that is seldom online: make the root, and pin its public key in the app. \
    Once a year, or for each server: make a bundle key and certify it there.
    """,
    examples: "paywall bundle key create --root --out root.pem",
    "paywall bundle key create --out bundle.pem",
    "paywall bundle key certify bundle.pem --root-key root.pem --out bundle.cert",
    subcommands: [BundleKeyCreate.self, BundleKeyCertify.self])
}
