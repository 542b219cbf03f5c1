import ArgumentParser
import Catalog
import Crypto

/// `paywall key create`.
struct KeyCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make an API key, and the line of keys.yaml that lets it in.",
    discussion: """
      The key is printed once and kept nowhere: hand it to whoever will send it. What goes into \
      Paywalls/store/keys.yaml, below 'keys:', is its name, its role and its SHA-256; a running \
      server takes the line up by itself.

      EXAMPLE
        paywall key create --role client --name app
        paywall key create --role server --name backend --json
      """)

  @Option(help: "client ships in the app; server may ask for any customer; admin may explain.")
  var role: APIKey.Role
  @Option(help: "The name in logs; default: the role.") var name: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let name, !name.utf8.allSatisfy(Self.isPlain) || name.isEmpty || name.utf8.count > 64 {
      throw ValidationError(
        "A name has 1 to 64 of a-z, 0-9, '.', '_' and '-', and begins with a letter or digit.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    var random = SystemRandomNumberGenerator()
    let key =
      "pw_\(role.rawValue)_"
      + hexadecimal((0..<24).map { _ in UInt8.random(in: 0...255, using: &random) })
    let made = MadeKey(
      name: name ?? role.rawValue, role: role.rawValue, key: key,
      digest: hexadecimal(Array(SHA256.hash(data: Array(key.utf8)))))
    if answer.isJSON { return try console.write(json: made) }
    var sheet = Sheet(console, title: made.key)
    sheet.text("")
    sheet.text("Add this to Paywalls/store/keys.yaml, below 'keys:':")
    sheet.text("  \(made.name): { role: \(made.role), digest: \(made.digest) }")
    console.write(sheet.body)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "._-".utf8.contains(byte)
    }
  }
}

extension APIKey.Role: ExpressibleByArgument {}

/// A key that exists nowhere but in this answer.
private struct MadeKey: Encodable {
  var name: String
  var role: String
  var key: String
  var digest: String
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
  }.joined()
}
