import ArgumentParser
import CommandSupport
import LocalAppStore
import PaywallAtomicFile

/// `local-app-store root`.
struct AppStoreRoot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "root", "Print the root certificate of the local App Store, for a server to trust.",
    """
    It is made for this folder, and stays. --out writes it in DER, as Apple offers its own; \
    the store also serves it as /root.cer. 'paywall serve --app-store' asks for it itself.
    """,
    examples: "local-app-store root",
    "local-app-store root --out LocalAppStore.cer")

  @OptionGroup var folder: ConfigurationOptions
  @Option(.folder, "Where the root is kept. (default: CONFIG/.paywall)") var stateDir: String?
  @Option(.file, "Write the certificate in DER to this file.") var out: String?

  func run() async throws {
    try folder.checkFolder()
    let chain = try StoreChain.load(folder, stateDir)
    guard let out else { return Console.ofProcess().write(chain.rootPEM) }
    try Failure.outside {
      try AtomicFile.replace(out, with: chain.rootDER, access: .usual)
    }
  }
}
