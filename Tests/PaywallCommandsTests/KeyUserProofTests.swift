import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The secret that proves users, and its proofs.
@Suite struct KeyUserProofTests {
  @Test(.inFolder)
  func `A secret is made for its owner alone, and proves as ten lines of Python do`() async throws {
    let path = folder.appending(path: "user-proof.secret").path()
    let made = try await paywall("key", "user-proof", "--out", path).expect(0)
    let secret = try String(contentsOfFile: path, encoding: .utf8)
    #expect(secret.wholeMatch(of: /[0-9a-f]{64}\n/) != nil)
    #expect(!made.output.contains(secret.prefix(64)))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try await paywall("key", "user-proof", "--out", path).expect(1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == secret)

    // hmac.new(b"0123456789abcdef0123456789abcdef", b"user-7", "sha256").hexdigest()
    let known = folder.appending(path: "known.secret").path()
    _ = FileManager.default.createFile(
      atPath: known, contents: Data("0123456789abcdef0123456789abcdef\n".utf8),
      attributes: [.posixPermissions: 0o600])
    let proof = try await paywall("key", "user-proof", "--secret", known, "--user", "user-7")
    proof.expect(0)
    #expect(proof.output == "2cd67013356eac556271874e0276a3f82c60f4a0d3e8263f441937f9f0cbf114\n")
  }

  @Test(.inFolder) func `A secret that others may read, or none, proves nothing`() async throws {
    let path = folder.appending(path: "open.secret").path()
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(String(repeating: "s", count: 32).utf8),
      attributes: [.posixPermissions: 0o644])
    let run = try await paywall("key", "user-proof", "--secret", path, "--user", "user-7")
    #expect(run.status != 0)
    #expect(run.output.isEmpty)
    for arguments in [[], ["--secret", path], ["--user", "u"], ["--out", path, "--user", "u"]] {
      try await paywall(["key", "user-proof"] + arguments).expect(2)
    }
  }

  @Test(.inExample)
  func `A folder that asks for proofs needs a secret, and doctor and serve say so`() async throws {
    let app = folder.appending(path: "Paywalls/store/app.yaml")
    let text = try String(contentsOf: app, encoding: .utf8) + "\nidentity: signed\n"
    try Data(text.utf8).write(to: app)
    #expect(try await paywall("check", in: folder).status == 0)
    let doctor = try await paywall("doctor", "--port", "0", in: folder)
    doctor.expect(1, prints: "'identity: signed' needs a secret, and none is given")
    let serve = try await paywall("serve", "--port", "0", in: folder)
    serve.expect(1, complains: "[noUserProofSecret]", "paywall key user-proof --out FILE")
    let gone = try await paywall("serve", "--port", "0", "--user-proof-secret", "gone", in: folder)
    #expect(gone.status != 0)
    #expect(gone.complaints.contains("--user-proof-secret cannot be used"))
    let secret = folder.appending(path: "user-proof.secret").path()
    #expect(try await paywall("key", "user-proof", "--out", secret).status == 0)
    let well = try await paywall("doctor", "--port", "0", "--user-proof-secret", secret, in: folder)
    #expect(well.output.contains("users count with a proof"), "\(well.output)")

    try Data(text.replacing("identity: signed", with: "identity: sined").utf8).write(to: app)
    let wrong = try await paywall("check", in: folder)
    wrong.expect(1)
    #expect(wrong.output.contains("sined") || wrong.complaints.contains("sined"))
  }
}
