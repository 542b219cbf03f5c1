import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallServer
import PaywallTextCoding

/// `paywall key user-proof`.
struct KeyUserProof: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "user-proof", "Make the secret that proves your users, or the proof of one user.",
    """
    With 'identity: signed' in Paywalls/store/app.yaml the user id that an app sends counts only \
    with a proof of your server: the HMAC-SHA-256 of the id under this secret. --out makes a \
    secret, in a file that only its owner reads; give it to 'paywall serve --user-proof-secret' \
    and to your own server, never to the app. To replace it without a gap, give both files, the \
    new one first. --secret and --user print a proof, to compare with your own code.
    """,
    examples: "paywall key user-proof --out user-proof.secret",
    "paywall key user-proof --secret user-proof.secret --user user-7")
  static let answerSchema = Schema.any([
    MadeSecret.schema, UserProofCard.schema,
  ]).described("With --out, and with --user.")

  @Option(.file, "Where a new secret goes.") var out: String?
  @Option(.file, "The secret to prove with.") var secret: String?
  @Option("id", "The id of the user to prove.") var user: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    switch (out, secret, user) {
    case (.some, nil, nil): return
    case (nil, .some, .some(let user)) where !user.isEmpty: return
    default:
      throw ValidationError("Give --out to make a secret, or --secret and --user to prove an id.")
    }
  }

  func printed(on console: Console) async throws -> Printed<Content> {
    if let out { return try made(out) }
    let proofs = try Failure.outside { try UserProofs(files: [secret].compactMap(\.self)) }
    let user = user ?? ""
    let card = UserProofCard(userId: user, userProof: proofs.proof(of: user) ?? "")
    return Printed(card.content) { _ in card.userProof }
  }

  private func made(_ path: String) throws -> Printed<Content> {
    var random = SystemRandomNumberGenerator()
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }.hexadecimal
    try KeyFile.create(path, secret + "\n")
    return Printed(MadeSecret(file: path).content) { console in
      var sheet = Sheet(console, title: path, subtitle: "a secret to prove users by")
      sheet.text(
        "Next: give it to 'paywall serve --user-proof-secret \(path)' and to your server, and write 'identity: signed' into Paywalls/store/app.yaml when your app sends proofs."
      )
      return sheet.body
    }
  }
}

/// A secret's location, without the secret.
private struct MadeSecret: Card {
  let file: String

  static let members = Members<Self> {
    $0.always("file", .text, "Where the secret is.") { $0.file }
  }
}

private struct UserProofCard: Card {
  let userId: String
  let userProof: String

  static let members = Members<Self> {
    $0.always("userId", .text) { $0.userId }
    $0.always("userProof", .text) { $0.userProof }
  }
}
