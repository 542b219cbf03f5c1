import ArgumentParser
import BundleWriting
import CommandSupport
import HTTPDocuments
import PaywallBundles

/// `paywall bundle key create`.
struct BundleKeyCreate: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "create", "Make a private key, in a file that only its owner reads.",
    """
    Prints the public key; of a root it is what an app pins. The private key is in the file and \
    nowhere else. A file that is there is never written over.
    """,
    examples: "paywall bundle key create --root --out root.pem",
    "paywall bundle key create --out bundle.pem")

  @Flag(help: "The team's root key, which certifies others. Keep it offline.") var root = false
  @Option(.file, "Where the private key goes.") var out: String
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<MadeBundleKey> {
    let key = BundlePrivateKey.generated()
    guard let publicKey = key.publicKey else {
      throw Failure(.failedOutside, "the system made a key without a public part")
    }
    try KeyFile.create(out, key.pem)
    return Printed(MadeBundleKey(file: out, key: publicKey)) { console in
      var sheet = Sheet(console, title: out, subtitle: root ? "a root key" : "a bundle key")
      sheet.row("kid", publicKey.kid)
      sheet.row("public key", publicKey.pinned)
      sheet.blank()
      sheet.text(
        root
          ? "Pin the public key in the app, and keep \(out) offline: it can sign for the team."
          : "Next, on the machine with the root key: paywall bundle key certify \(out) --root-key root.pem --out bundle.cert"
      )
      return sheet.body
    }
  }
}

/// A key as it is printed: without its secret.
struct MadeBundleKey: Card {
  let file: String
  let key: BundlePublicKey

  static let members = Members<Self> {
    $0.always("file", .text, "Where the private key is.") { $0.file }
    $0.always("kid", .text) { $0.key.kid }
    $0.always("publicKey", .text) { $0.key.pinned }
  }
}
