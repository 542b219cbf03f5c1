import Foundation
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

/// Signatures of Standard Webhooks.
@Suite("Signatures of webhooks") struct WebhookSignatureTests {
  /// From events.md, computed with PyPI standardwebhooks 1.1.0.
  private static let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let place = SecretPlace.environment("SECRET")
  private static let body = Array(#"{"test": 2432232314}"#.utf8)
  private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
  private static let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

  @Test("the vector of Standard Webhooks")
  func vector() throws {
    let secret = try WebhookSecret(Self.text, at: Self.place)
    #expect(
      secret.signature(id: Self.id, seconds: 1_614_265_330, body: Self.body) == Self.expected)
  }

  private struct Vectors: Decodable {
    let id: String
    let seconds: Int64
    let body: String
    let standard: [Vector]

    struct Vector: Decodable {
      let secret: String
      let publicKey: String?
      let signature: String
    }

    static func read() throws -> Vectors {
      let file = try #require(
        Bundle.module.url(forResource: "Vectors/webhooks", withExtension: "json"))
      return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }
  }

  @Test("secrets that are shared and Ed25519 keys sign as the vectors do, beside each other too")
  func kinds() throws {
    let vectors = try Vectors.read()
    let body = Array(vectors.body.utf8)
    let secrets = try vectors.standard.map { try WebhookSecret($0.secret, at: Self.place) }
    #expect(secrets.map(\.publicKey) == vectors.standard.map(\.publicKey))
    let signatures = secrets.map {
      $0.signature(id: vectors.id, seconds: vectors.seconds, body: body)
    }
    #expect(signatures == vectors.standard.map(\.signature))
    let request = WebhookRequest(
      id: vectors.id, body: body, signedBy: secrets,
      at: Timestamp(milliseconds: vectors.seconds * 1_000))
    #expect(
      request.value(of: "webhook-signature")
        == vectors.standard.map(\.signature).joined(separator: " "))
  }

  @Test("while a secret rotates, both sign, and the headers say so")
  func rotating() throws {
    let secrets = try [Self.text, "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()]
      .map { try WebhookSecret($0, at: Self.place) }
    let request = WebhookRequest(
      id: Self.id, body: Self.body, signedBy: secrets,
      at: Timestamp(milliseconds: 1_614_265_330_999))
    #expect(request.value(of: "webhook-id") == Self.id)
    #expect(request.value(of: "webhook-timestamp") == "1614265330")
    let signatures = request.value(of: "webhook-signature")?.split(separator: " ")
    #expect(signatures?.first.map(String.init) == Self.expected && signatures?.count == 2)
  }

  @Test(
    "a secret that is too short, too long or no base64 is refused, and never shown",
    arguments: [
      "whsec_" + Data(repeating: 7, count: 23).base64EncodedString(),
      "whsec_" + Data(repeating: 7, count: 65).base64EncodedString(), "whsec_MfKQ9r8GKYqrTwjU*",
      "", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "whsk_" + Data(repeating: 7, count: 64).base64EncodedString(),
    ])
  func refused(text: String) {
    let problem = #expect(throws: WebhookSecret.Problem.self) {
      try WebhookSecret(text, at: Self.place)
    }
    #expect(problem?.words.contains("MfKQ9r8") == false)
  }

  @Test("a secret is read where it stands now")
  func places() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/secret"
    try Data((Self.text + "\n").utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    for (place, environment) in [
      (SecretPlace.file(path), [:]), (Self.place, ["SECRET": Self.text]),
    ] {
      let secret = try WebhookSecret(place, environment: environment)
      #expect(
        secret.signature(id: Self.id, seconds: 1_614_265_330, body: Self.body) == Self.expected)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(throws: WebhookSecret.Problem.self) { try WebhookSecret(.file(path)) }
    #expect(throws: WebhookSecret.Problem.self) { try WebhookSecret(Self.place, environment: [:]) }
  }
}
