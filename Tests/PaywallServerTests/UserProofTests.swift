import AppStoreFixtures
import Foundation
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@testable import Ledger

/// The draws are the worked values of DecisionRules.md § 3: of the experiment `annual-trial`, `user-7`
/// draws `trial` and `user-15` `control`. The proofs were computed by Python's `hmac`.
@Suite("Proved users")
struct UserProofTests {
  static let secrets = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"]
  static let proof = "2cd67013356eac556271874e0276a3f82c60f4a0d3e8263f441937f9f0cbf114"
  static let otherProof = "8ecd49e968df0fc606dd0e57e449030fed16b4e7240a441bd3fce36899b68288"
  static let proofOf15 = "d5e342b7d7825b579d0a7be48c46c23891eeaa47f6c8245b349474125412de2d"

  private func testServer(
    _ ledger: any Ledger = SQLiteLedger.inMemory(), _ identity: IdentityPolicy = .signed
  ) throws -> TestServer {
    try TestServer.withProofs(ledger: ledger) { $0.app.identity = identity }
  }

  private func recorded(_ testServer: TestServer, _ query: String, _ more: String = "") async throws
    -> Reply
  {
    try Reply(
      await testServer.exchange(
        "GET /v1/placements/onboarding?\(query)\nX-API-Key: client-key\(more)"))
  }

  private typealias Reply = TestServer.Reply

  @Test("a proof is the HMAC of the id under any of the secrets, in lower case")
  func vectors() {
    let proofs = UserProofs(secrets: Self.secrets)
    #expect(proofs.proof(of: "user-7") == Self.proof)
    #expect(
      proofs.proof(of: "zo\u{EB}")
        == "4851b6b1e0d371a70e2242d1ac53d512467ceb7cd81a98d5e8355e47baa8424c")
    #expect(proofs.accept(Self.proof, of: "user-7"))
    #expect(proofs.accept(Self.otherProof, of: "user-7"))
    for wrong in [
      "", "x", Self.proof.uppercased(), String(Self.proof.dropLast()), Self.proof + "0",
      String(Self.proof.dropLast()) + "5", Self.proofOf15,
    ] { #expect(!proofs.accept(wrong, of: "user-7"), "\(wrong)") }
    #expect(!UserProofs().accept(Self.proof, of: "user-7"))
    #expect(UserProofs().proof(of: "user-7") == nil)
  }

  @Test("secrets come one a line from files that only their owner reads")
  func files() throws {
    let folder = try TemporaryFolder()
    func file(_ text: String, mode: Int = 0o600) throws -> String {
      let path = folder.path + "/\(UUID().uuidString)"
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
      return path
    }
    let both = try UserProofs(
      files: [file("# new\n\(Self.secrets[1])\r\n\n"), file("  \(Self.secrets[0])\n")])
    #expect(both.accept(Self.proof, of: "user-7"))
    #expect(both.proof(of: "user-7") == Self.otherProof)
    #expect(throws: UserProofProblem.self) { try UserProofs(files: [file("short\n")]) }
    #expect(throws: UserProofProblem.self) { try UserProofs(files: [file("# none\n")]) }
    #expect(throws: UserProofProblem.self) {
      try UserProofs(files: [file(Self.secrets[0], mode: 0o644)])
    }
    #expect(throws: UserProofProblem.self) { try UserProofs(files: [folder.path + "/gone"]) }
  }

  @Test("without a proof a user is hashed as before, and reads no record")
  func hashed() async throws {
    let ledger = SQLiteLedger.inMemory()
    let visitor: [String: JSON] = ["userId": "user-7", "country": "GB"]
    #expect(try await testServer(ledger, .named).expose(visitor) == "recorded")
    let testServer = try testServer(ledger)
    let unproved = try await recorded(testServer, "userId=user-7&country=GB")
    #expect(unproved.body["identity"]?.string == "unproved", "\(unproved)")
    #expect(unproved.body["experiment"]?["variant"]?.string == "trial")
    #expect(unproved.body["experiment"]?["recorded"] == .flag(false))
    try await recorded(
      testServer, "userId=user-7&country=GB", "\nX-User-Proof: \(Self.proofOf15)"
    ).expect(has: ["identity": "wrongProof", "experiment.recorded": .flag(false)])
    // Outside of the audience only the record could show the experiment.
    #expect(try await recorded(testServer, "userId=user-7&country=FR").reason != "experiment")
    for proof in [Self.proof, Self.otherProof] {
      try await recorded(
        testServer, "userId=user-7&country=FR", "\nX-User-Proof: \(proof)"
      ).expect(has: ["identity": nil, "experiment.recorded": .flag(true)])
    }
    try await testServer.post(
      "/v1/placements/onboarding", ["attributes": .object(visitor)], as: "server"
    ).expect(has: ["experiment.recorded": .flag(true)])
    try await testServer.post(
      "/v1/placements/onboarding",
      ["attributes": .object(visitor), "userProof": .text(Self.proof)]
    ).expect(has: ["experiment.recorded": .flag(true)])
    let several = try await testServer.post(
      "/v1/placements", ["placements": ["onboarding"], "attributes": .object(visitor)])
    #expect(several.description.contains(#""identity":"unproved""#), "\(several)")
  }

  @Test("a proof never stands in a query")
  func query() async throws {
    try await recorded(testServer(), "userId=user-7&userProof=\(Self.proof)").expect(
      400, "malformedQuery")
  }

  @Test("nobody writes for another user, by either name of the id")
  func exposures() async throws {
    let testServer = try testServer()
    let user: [String: JSON] = ["userId": "user-7"]
    #expect(try await testServer.expose(user) == "unproved")
    #expect(try await testServer.expose(user, proof: Self.proofOf15) == "unproved wrongProof")
    #expect(try await testServer.expose(user, "control") == "variantMismatch otherVariant")
    let both: [String: JSON] = ["userId": "user-7", "anonymousId": "user-7"]
    #expect(try await testServer.expose(both) == "unproved")
    let identity = VisitorIdentity(userId: "user-7", anonymousId: "user-7")
    #expect(try await testServer.ledger.assignments(of: identity, in: .production) == [])

    #expect(try await testServer.expose(user, proof: Self.proof) == "recorded")
    #expect(try await testServer.expose(["anonymousId": "user-7"], id: "f") == "knownUser")
    try await recorded(testServer, "anonymousId=user-7&country=FR").expect(has: ["experiment": nil])
    #expect(try await testServer.expose(user, id: "g", as: "server") == "repeated")
    let counts = try await testServer.ledger.exposureCounts(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(counts == [ExposureCounts(variant: "trial", units: 1, repeats: 1)])
  }

  @Test("what a device saw is its own, whatever user it names")
  func device() async throws {
    let testServer = try testServer()
    #expect(try await testServer.expose(["anonymousId": "user-15"], "control") == "recorded")
    let both: [String: JSON] = ["userId": "user-7", "anonymousId": "user-15"]
    #expect(try await testServer.expose(both, "control", id: "f") == "repeated")
  }

  @Test("an alias needs a proof, and with one counts on other devices")
  func aliases() async throws {
    let testServer = try testServer()
    _ = try await testServer.expose(["anonymousId": "user-15"], "control")
    var body: [String: JSON] = ["anonymousId": "user-15", "userId": "user-7"]
    try await testServer.post("/v1/aliases", body).expect(
      422, "userProofRequired", reason: "unproved")
    body["userProof"] = .text(Self.proofOf15)
    try await testServer.post("/v1/aliases", body).expect(422, reason: "wrongProof")
    body["userProof"] = .text(Self.proof)
    try await testServer.post("/v1/aliases", body).expect(has: ["outcome": "new"])
    try await recorded(
      testServer, "userId=user-7&country=FR", "\nX-User-Proof: \(Self.proof)"
    ).expect(has: ["experiment.variant": "control"])
  }

  @Test("a customer is linked to a proved user only")
  func links() async throws {
    let account = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
    let testServer = try testServer()
    let texts: JSON = [try Shopper(account: account).transaction()]
    try await testServer.post(
      "/v1/transactions", ["transactions": texts, "userId": .text(account)]
    ).expect(422, "userProofRequired")
    let proof = try #require(testServer.userProofs.proof(of: account))
    try await testServer.post(
      "/v1/transactions",
      ["transactions": texts, "userId": .text(account), "userProof": .text(proof)]
    ).expect(200)
    // Nor does evidence stand in for a proof.
    let alias = try await testServer.post(
      "/v1/aliases", ["anonymousId": "d", "userId": .text(account), "transactions": texts])
    #expect(alias.code == "userProofRequired", "\(alias)")
  }

  @Test("OpenFeature goes the same way")
  func flags() async throws {
    let testServer = try testServer()
    _ = try await testServer.expose(["userId": "user-7"], proof: Self.proof)
    func evaluate(_ header: String) async throws -> Reply {
      try Reply(
        await testServer.exchange(
          """
          POST /ofrep/v1/evaluate/flags/onboarding
          X-API-Key: client-key\(header)

          {"context":{"targetingKey":"user-7","country":"FR"}}
          """))
    }
    let unproved = try await evaluate("")
    #expect(unproved.body["metadata"]?["identity"]?.string == "unproved", "\(unproved)")
    #expect(unproved.body["metadata"]?["recorded"] == nil)
    try await evaluate("\nX-User-Proof: \(Self.proof)").expect(has: [
      "metadata.recorded": .flag(true), "metadata.identity": nil,
    ])
  }

  @Test("every way through the server asks for the proof, also of a shape that it knows")
  func ways() async throws {
    let testServer = try testServer()
    _ = try await testServer.expose(["userId": "user-7"], proof: Self.proof)
    let parts = try testServer.dependencies()
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      for (header, expected) in [
        ("", #""identity":"unproved""#),
        ("X-User-Proof: \(Self.proof)\n", #""variant":"trial","phase":1,"recorded":true"#),
        ("X-User-Proof: \(Self.proofOf15)\n", #""identity":"wrongProof""#),
      ] {
        for more in ["", "", "TE: trailers\n"] {
          let response = try await live.connected { wire in
            try await wire.send(
              """
              GET /v1/placements/onboarding?userId=user-7&country=GB HTTP/1.1
              Host: localhost
              X-API-Key: client-key
              \(header)\(more)

              """)
            return try await wire.response()
          }
          #expect(
            response?.body.contains(expected) == true, "\(header)\(more): \(response?.body ?? "")")
        }
      }
    }
  }

  @Test("a folder that asks for proofs is not served without a secret")
  func folder() {
    var snapshot = Snapshot.lumen
    snapshot.app.identity = .signed
    let load: FolderLoader = { [snapshot] _ in LoadedFolder(snapshot: snapshot) }
    let refused = UserProofs().checking(load)("")
    #expect(refused.snapshot == nil)
    #expect(refused.errors.first?.contains("[noUserProofSecret]") == true)
    #expect(UserProofs(secrets: Self.secrets).checking(load)("").snapshot != nil)
    snapshot.app.identity = .named
    let named: FolderLoader = { [snapshot] _ in LoadedFolder(snapshot: snapshot) }
    #expect(UserProofs().checking(named)("").snapshot != nil)
  }
}
