import Crypto
import Foundation
import HTTPDocuments
import PaywallCatalog
import PaywallServer
import Testing

/// Tokens were made with Python's hmac and base64, with a secret of 32 bytes of 9.
@Suite("Preview tokens")
struct PreviewTokenTests {
  private static let claims =
    "eyJwbGFjZW1lbnQiOiJvbmJvYXJkaW5nIiwiZXhwZXJpbWVudCI6ImFubnVhbC10cmlhbCIsInZhcmlhbnQiOiJ0cmlhbCIsImV4cGlyZXMiOiIyMDI2LTEyLTA1VDEzOjAwOjAwWiJ9"
  static let token = "\(claims).IEah9_WkvjvlHTfN8DVmJFn9mMrfoqNfHxcsRX5GPpM"

  private let tokens = PreviewTokens(
    secret: SymmetricKey(data: [UInt8](repeating: 9, count: 32)))
  private let preview = Preview(
    placement: "onboarding", experiment: "annual-trial", variant: "trial",
    expires: time("2026-12-05T13:00:00Z"))

  @Test("are those of another implementation, both ways")
  func vector() throws {
    #expect(tokens.token(for: preview) == Self.token)
    let read = try tokens.preview(in: Self.token, at: time("2026-12-05T12:59:59.999Z"))
    #expect(read == preview)
  }

  @Test("end at their moment")
  func expiry() {
    let end = time("2026-12-05T13:00:00Z")
    #expect(throws: Problem.expiredPreview(end)) {
      try tokens.preview(in: Self.token, at: end)
    }
  }

  @Test("are good with their secret only, and for nothing but previews")
  func secrets() {
    let other = PreviewTokens(secret: SymmetricKey(data: [UInt8](repeating: 8, count: 32)))
    let undomained = "\(Self.claims).T97ws9IExMWFoFePkH-fca36rIEzW1UF4FH84NBoTF4"
    let now = time("2026-12-05T12:00:00Z")
    #expect(throws: Problem.foreignPreview) {
      try other.preview(in: Self.token, at: now)
    }
    #expect(throws: Problem.foreignPreview) {
      try tokens.preview(in: undomained, at: now)
    }
  }

  @Test("no character of one can be changed")
  func tampering() {
    let characters = Array(Self.token)
    for index in characters.indices {
      var changed = characters
      changed[index] = characters[index] == "A" ? "B" : "A"
      #expect(throws: Problem.self, "\(index)") {
        try tokens.preview(in: String(changed), at: time("2026-12-05T12:00:00Z"))
      }
    }
  }

  @Test(
    "what is no token is told apart, also where the signature is right",
    arguments: [
      "", ".", "a", "a.b", "\(claims)", "\(claims).", "\(token).", "\(token)=", " \(token)",
      String(repeating: "A", count: 5000),
      "e30.aa0GXACoBQwsXJY6wZVuR5mko4bESidqpBNbauhjTNg",
      "W10.SW3nd634ELLNRWCRuBYSCoUbfa2No3bATIUqhjEbBhw",
      "eA.k2x5YWcu124bvXcCRhRzlNDuCi7Cj4dTZ6Zx6XBGfS4",
      "eyJwbGFjZW1lbnQiOiJvbmJvYXJkaW5nIiwiZXhwZXJpbWVudCI6ImFubnVhbC10cmlhbCIsInZhcmlhbnQiOiJ0cmlhbCIsImV4cGlyZXMiOjF9.6vhslMXW2fr8oGQF5NL_j_ix569Hi-zk2uaY2pB6TAY",
    ])
  func malformed(_ text: String) {
    #expect(throws: Problem.malformedPreview) {
      try tokens.preview(in: text, at: time("2026-12-05T12:00:00Z"))
    }
  }

  @Test("hold any name, and compare it by its bytes")
  func names() throws {
    let preview = Preview(
      placement: "caf\u{E9} \"1\"", experiment: "é\u{301}\n", variant: "🙂\u{0}",
      expires: time("2026-12-05T13:00:00Z"))
    let read = try tokens.preview(
      in: tokens.token(for: preview), at: time("2026-12-05T12:00:00Z"))
    #expect(Array(read.placement.utf8) == Array(preview.placement.utf8))
    guard case .variant(let variant, let experiment) = read.subject else {
      return #expect(Bool(false), "\(read)")
    }
    #expect(Array(experiment.utf8) == Array("é\u{301}\n".utf8))
    #expect(Array(variant.utf8) == Array("🙂\u{0}".utf8))
  }

  @Test("of a moment name it, and no variant")
  func moment() throws {
    let preview = Preview(
      placement: "onboarding", subject: .moment(time("2026-12-24T00:00:00Z")),
      expires: time("2026-12-05T13:00:00Z"))
    let read = try tokens.preview(
      in: tokens.token(for: preview), at: time("2026-12-05T12:00:00Z"))
    #expect(read == preview)
  }
}

@Suite("The secret of previews")
struct PreviewSecretTests {
  private static let made = SymmetricKey(data: [UInt8](repeating: 9, count: 32))

  @Test("is made once, for its owner to read, and stays")
  func life() throws {
    let folder = try TemporaryFolder()
    let state = StateDirectory(folder.path + "/state")
    #expect(try state.previewSecret() == nil)
    #expect(try state.previewSecret(orMadeFrom: { Self.made }) == Self.made)
    let other = SymmetricKey(data: [UInt8](repeating: 8, count: 32))
    #expect(try state.previewSecret(orMadeFrom: { other }) == Self.made)
    #expect(try state.previewSecret() == Self.made)
    #expect(folder.names(in: "state") == [".gitignore", "preview.key"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path + "/state/preview.key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("is one, whoever makes it at the same time")
  func race() async throws {
    let folder = try TemporaryFolder()
    let state = StateDirectory(folder.path + "/state")
    let secrets = try await withThrowingTaskGroup(of: SymmetricKey.self) { tasks in
      for number in 0..<16 {
        tasks.addTask {
          try state.previewSecret(orMadeFrom: {
            SymmetricKey(data: [UInt8](repeating: UInt8(number), count: 32))
          })
        }
      }
      return try await tasks.reduce(into: []) { $0.append($1) }
    }
    #expect(secrets.count == 16 && secrets.allSatisfy { $0 == secrets[0] })
    #expect(folder.names(in: "state") == [".gitignore", "preview.key"])
  }

  @Test("is never replaced if it is not what was written", arguments: ["", "short"])
  func corrupt(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "preview.key")
    let state = StateDirectory(folder.path)
    let file = folder.path + "/preview.key"
    #expect(throws: PreviewSecretError.corrupt(file)) { try state.previewSecret() }
    #expect(throws: PreviewSecretError.corrupt(file)) {
      try state.previewSecret(orMadeFrom: { Self.made })
    }
    #expect(folder.read("preview.key") == text)
  }

  @Test("a corrupt one ends a start with what to do")
  func start() async throws {
    let app = try AppFolder(showing: "standard")
    try app.folder.write("short", to: ".paywall/preview.key")
    let error = await #expect(throws: StartError.self) { try await app.server() }
    #expect(
      error?.description == """
        error: \(app.statePath)/preview.key is not the 32 bytes that were written
          help: put the file back, or delete it; previews that were made before then end
        """)
  }
}
