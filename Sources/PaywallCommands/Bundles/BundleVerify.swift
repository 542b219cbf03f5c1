import ArgumentParser
import BundleWriting
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallBundles
import PaywallCatalog
import Serving

/// `paywall bundle verify`.
struct BundleVerify: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "verify", "Find out whose a bundle is, how old, and whether it is what is expected.",
    """
    Checks what an app checks, and exits with 1 and the reason if it would not trust the bundle, \
    or if it is older, of another release or other than asked for. For CI, before an app is \
    sent to the App Store, and for monitoring a server.
    """,
    examples: "paywall bundle verify App/paywall-bundle.json --root-key root.pub \\",
    "  --max-age 30d --matches .",
    "paywall bundle verify https://paywalls.example.com --root-key \"$ROOT\" \\",
    "  --key \"$CLIENT_KEY\"")
  static let answerSchema = VerdictCard.schema

  @Argument(help: ArgumentHelp("A bundle, or the address of a server.", valueName: "file-or-url"))
  var source: String
  @Option("file-or-text", "A public root key: a file, or the text that apps pin; may be repeated.")
  var rootKey: [String]
  @Option("id", "The app; default: the one that the bundle names.") var bundleId: String?
  @Option("length", "Refuse one that was signed longer ago: 30d.") var maxAge: Length?
  @Option(help: "Refuse another release.") var release: String?
  @Option(.folder, "Refuse one that differs from what this folder would give.") var matches: String?
  @Option("key", "The server's client key; default: the variable PAYWALL_CLIENT_KEY.")
  var key: String?
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let roots = try rootKey.map(root)
    let found = try await read()
    let now = Timestamp.now()
    let (bundle, isExpired) = try verified(found.bundle, roots, at: now)
    let card = BundleCard(
      published: bundle.published, issued: bundle.issued, expires: bundle.expires,
      root: bundle.root,
      payload: found.bundle.payload.count, whole: found.bytes, now: now)
    let reasons = try reasons(bundle, found.bundle.payload, isExpired, at: now, console)
    if answer.isJSON {
      try console.write(json: VerdictCard(reasons: reasons, bundle: card))
    } else {
      console.write(card.text(for: console, title: source))
      console.write("")
      if reasons.isEmpty { console.write(console.good("The bundle is right") + ".") }
      for reason in reasons { console.write(console.bad("\(reason.code):") + " \(reason.detail)") }
    }
    if !reasons.isEmpty { throw ExitCode(ExitStatus.no.rawValue) }
  }

  private func root(_ word: String) throws(Failure) -> BundlePublicKey {
    if let key = BundlePublicKey(pinned: word) { return key }
    return try KeyFile.publicKey(word)
  }

  private func read() async throws -> BundleSource {
    guard source.hasPrefix("https://") || source.hasPrefix("http://") else {
      return try BundleSource(file: source)
    }
    guard let url = URL(string: source), url.host() != nil else {
      throw Failure(.wrongUsage, "'\(source)' is no address")
    }
    let key = key ?? ProcessInfo.processInfo.environment["PAYWALL_CLIENT_KEY"]
    return try await BundleSource(server: url, key: key)
  }

  private func verified(
    _ bundle: SignedBundle, _ roots: [BundlePublicKey], at now: Timestamp
  ) throws -> (VerifiedBundle, isExpired: Bool) {
    let named = try? BundleSignature(bundle.signature).bundleId
    let verifier = BundleVerifier(roots: roots, bundleId: bundleId ?? named ?? "")
    switch verifier.verify(bundle, at: now) {
    case .trusted(let bundle): return (bundle, false)
    case .expired(let bundle): return (bundle, true)
    case .refused(let distrust):
      if answer.isJSON {
        try Console.ofProcess().write(
          json: VerdictCard(
            reasons: [.init(code: distrust.reason.rawValue, detail: distrust.detail)], bundle: nil))
      }
      throw Failure(.no, distrust.description)
    }
  }

  private func reasons(
    _ bundle: VerifiedBundle, _ payload: [UInt8], _ isExpired: Bool, at now: Timestamp,
    _ console: Console
  ) throws -> [VerdictCard.Reason] {
    var reasons: [VerdictCard.Reason] = []
    if isExpired {
      reasons.append(.init(code: "expired", detail: "it was good until \(bundle.expires.rfc3339)"))
    }
    if let maxAge, bundle.issued.adding(maxAge.period) < now {
      reasons.append(
        .init(code: "tooOld", detail: "it was signed at \(bundle.issued.rfc3339); build it again"))
    }
    if let release, !release.utf8.elementsEqual(bundle.release.utf8) {
      reasons.append(
        .init(code: "otherRelease", detail: "it is \(bundle.release), not \(release)"))
    }
    if let matches, let differences = try differences(from: matches, bundle, payload, console) {
      reasons.append(.init(code: "differs", detail: "from '\(matches)': \(differences)"))
    }
    return reasons
  }

  /// Returns the differences from a bundle of the folder; `nil` if every byte is the same.
  private func differences(
    from folder: String, _ bundle: VerifiedBundle, _ payload: [UInt8], _ console: Console
  ) throws -> String? {
    var configuration = ConfigurationOptions()
    configuration.given = folder
    let expected = PublishedSnapshot(try configuration.load(for: console))
    guard expected.bundleJSON != payload else { return nil }
    let (left, right) = (bundle.published.snapshot, expected.snapshot)
    var parts: [String] = []
    func compare<Value: Equatable>(
      _ what: String, _ left: [String: Value], _ right: [String: Value]
    ) {
      let names = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
      if !names.isEmpty { parts.append("\(what) \(names.joined(separator: ", "))") }
    }
    compare("placements", left.placements, right.placements)
    compare("paywalls", left.paywalls, right.paywalls)
    compare("experiments", left.experiments, right.experiments)
    compare("audiences", left.audiences, right.audiences)
    compare("offers", left.offers, right.offers)
    compare("products", left.products, right.products)
    compare("layers", left.layers, right.layers)
    if parts.isEmpty {
      parts.append("release \(left.release.prefix(12)) and \(right.release.prefix(12))")
    }
    return parts.joined(separator: "; ") + ". Build it again"
  }
}

/// The verdict as JSON.
private struct VerdictCard: Card {
  let reasons: [Reason]
  let bundle: BundleCard?

  static let members = Members<Self> {
    $0.always("trusted", .boolean) { $0.reasons.isEmpty }
    $0.always("reasons", .list(of: Reason.schema)) { $0.reasons }
    $0.maybe("bundle", BundleCard.schema, "Absent if its signature is wrong.") { $0.bundle }
  }

  struct Reason: Card {
    let code: String
    let detail: String

    static let members = Members<Self> {
      $0.always("code", .text) { $0.code }
      $0.always("detail", .text) { $0.detail }
    }
  }
}
