import ArgumentParser
import CommandSupport

/// `paywall bundle`.
struct BundleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "bundle", "Build, check and sign what apps decide from while they are offline.",
    """
    A bundle is the public part of a configuration, signed, so that an app knows whose it is and \
    how old. The root key stays offline; it certifies the bundle keys that servers and CI hold.
    """,
    examples: "paywall bundle show",
    "paywall bundle build --out paywall-bundle.json \\",
    "  --bundle-key bundle.pem --bundle-certificate bundle.cert",
    "paywall bundle verify paywall-bundle.json --root-key root.pub --max-age 30d \\",
    "  --matches .",
    subcommands: [BundleShow.self, BundleBuild.self, BundleVerify.self, BundleKeyCommand.self])
}
