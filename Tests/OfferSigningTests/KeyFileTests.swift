import Foundation
import OfferSigning
import TestSupport
import Testing

@Suite("Key files")
struct KeyFileTests {
  private func write(_ text: String, mode: Int, in folder: String) throws -> String {
    let path = "\(folder)/AuthKey.p8"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test("a file that only its owner may read is loaded", arguments: [0o600, 0o400, 0o700])
  func ownersAlone(mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = try write(TestOnlyKeys.encryptedPKCS8, mode: mode, in: folder)
      let key = try SigningKey(id: "K", file: path, passphrase: TestOnlyKeys.passphrase)
      #expect(
        try VerificationKey(id: "K", file: path, passphrase: TestOnlyKeys.passphrase)
          .fingerprint == key.fingerprint)
    }
  }

  @Test("a file that others can reach is refused", arguments: [0o640, 0o604, 0o660, 0o601, 0o644])
  func openToOthers(mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = try write(TestOnlyKeys.pkcs8, mode: mode, in: folder)
      let refusal = SigningKeyError.readableByOthers(path: path, mode: UInt32(mode & 0o077))
      #expect(throws: refusal) { try SigningKey(id: "K", file: path) }
      #expect(throws: refusal) { try VerificationKey(id: "K", file: path) }
      #expect(refusal.help == "Run: chmod 600 \(path)")
    }
  }

  @Test("a public key may be readable by all")
  func publicKey() async throws {
    try await withTemporaryFolder { folder in
      let pem = try Vectors.legacy.get().publicKey.spkiPem
      let path = try write(pem, mode: 0o644, in: folder)
      #expect(try VerificationKey(id: "K", file: path).publicKeyDER.count == 91)
    }
  }

  @Test("a missing file is told apart from one that cannot be read")
  func missing() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/none.p8"
      #expect(throws: SigningKeyError.missingFile(path: path)) {
        try SigningKey(id: "K", file: path)
      }
      let error = #expect(throws: SigningKeyError.self) {
        try SigningKey(id: "K", file: folder)
      }
      #expect(error?.isUnreadableFile == true)
      let looped = "\(folder)/loop"
      try FileManager.default.createSymbolicLink(
        atPath: looped, withDestinationPath: looped)
      let refused = #expect(throws: SigningKeyError.self) {
        try SigningKey(id: "K", file: looped)
      }
      #expect(refused?.isUnreadableFile == true)
    }
  }

  @Test("a file of more than 64 KiB is not read as a key")
  func tooLarge() async throws {
    try await withTemporaryFolder { folder in
      let path = try write(String(repeating: "a", count: 65_537), mode: 0o600, in: folder)
      let error = #expect(throws: SigningKeyError.self) { try SigningKey(id: "K", file: path) }
      #expect(error?.isUnreadableFile == true)
      #expect(error?.message.contains("64 KiB") == true)
    }
  }
}

extension SigningKeyError {
  fileprivate var isUnreadableFile: Bool {
    if case .unreadableFile = self { true } else { false }
  }
}
