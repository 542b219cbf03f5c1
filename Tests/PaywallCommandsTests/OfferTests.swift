import Foundation
import Testing

/// TEST ONLY: derived from a fixed text, so it is public and protects nothing.
private let testKey = """
  -----BEGIN PRIVATE KEY-----
  MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSaZ/3xbqglBo8lBt
  M/uYpAGBk6XP1Z5vFs3xWSxlxt+hRANCAAT0x9S1UMLDsuNbhCslwAnJ0KeVe2M5
  MU4YAG/tbGPXUUrVSpIrpG3pB+pYnqBSwzrUrVbz4YJ0epuNTB7Az2Sy
  -----END PRIVATE KEY-----
  """

@Suite struct OfferTests {
  private let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  @Test
  func `What offer sign makes, offer verify finds right; another product it names`() async throws {
    try await withKey { key in
      let signed = try await paywall(
        "offer", "sign", "loyalty", "--product", "pro_yearly", "--app-account-token", token,
        "--offer-key", key, "--offer-key-id", "2X9R4HXF34", "--config", example, "--json")
      signed.expect(0, complains: "on trust")
      let values = try #require(try json(signed.output) as? [String: Any])
      let verify = { (product: String) in
        try await paywall(
          "offer", "verify", "loyalty", "--product", product, "--app-account-token", token,
          "--signature", #require(values["signature"] as? String),
          "--nonce", #require(values["nonce"] as? String),
          "--timestamp", "\(#require(values["timestamp"] as? Int))",
          "--offer-key", key, "--offer-key-id", "2X9R4HXF34", "--config", example)
      }
      try await verify("pro_yearly").expect(0, prints: "The signature is right")
      try await verify("pro_monthly").expect(1, prints: "productId", "seen     pro_yearly")
    }
  }

  @Test func `A JWS withholds an introductory offer`() async throws {
    try await withKey { key in
      let signed = try await paywall(
        "offer", "sign", "trial", "--product", "pro_yearly_trial", "--withhold",
        "--transaction-id", "2000000123456789", "--offer-key", key,
        "--offer-key-id", "2X9R4HXF34", "--issuer-id", "57246542-96fe-1a63-e053-0824d011072a",
        "--config", example)
      signed.expect(0)
      let parts = signed.output.split(separator: ".")
      try #require(parts.count == 3)
      var payload = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
      payload += String(repeating: "=", count: (4 - payload.count % 4) % 4)
      let claims = try #require(
        JSONSerialization.jsonObject(with: Data(base64Encoded: payload) ?? Data())
          as? [String: Any])
      #expect(claims["allowIntroductoryOffer"] as? Bool == false)
      #expect(claims["productId"] as? String == "pro_yearly_trial")
      #expect(claims["bid"] as? String == "com.example.lumen")
      let verified = try await paywall(
        "offer", "verify", "--jws", signed.output.trimmingCharacters(in: .whitespacesAndNewlines),
        "--offer-key", key, "--offer-key-id", "2X9R4HXF34", "--config", example)
      verified.expect(0)
    }
  }

  @Test func `What cannot be signed is refused with the field and a hint`() async throws {
    try await withKey { key in
      let keyed = ["--offer-key", key, "--offer-key-id", "2X9R4HXF34", "--config", example]
      for (arguments, status, hint) in [
        (["loyalty", "--product", "team_yearly"], 1, "it is on pro_yearly, pro_monthly"),
        (["loyalti", "--product", "pro_yearly"], 1, "did you mean 'loyalty'?"),
        (["comeBack", "--product", "pro_yearly"], 1, "needs no signature"),
        (["trial", "--product", "pro_yearly_trial", "--allow"], 1, "transactionId"),
        (["trial", "--product", "pro_yearly_trial"], 2, "say --withhold or --allow"),
        (["loyalty", "--product", "pro_yearly", "--withhold"], 2, "leave --withhold"),
        (["loyalty", "--product", "pro_yearly", "--transaction-id", "2"], 2, "--form jws"),
        (
          ["loyalty", "--product", "pro_yearly", "--application-username", "Anna"], 1, "lower-case"
        ),
        (["loyalty", "--product", "pro_yearly", "--app-account-token", "7"], 1, "UUID"),
        (["loyalty", "--product", "pro_yearly", "--form", "jws"], 1, "issuer"),
      ] as [([String], Int32, String)] {
        let run = try await paywall(["offer", "sign"] + arguments + keyed).expect(status)
        #expect(run.output.isEmpty)
        #expect(run.complaints.contains(hint), "\(arguments): \(run.complaints)")
      }
    }
  }

  @Test func `A key file that others can read, or that is missing, is refused`() async throws {
    try await withKey { key in
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      for path in [key, key + ".gone"] {
        let run = try await paywall(
          "offer", "sign", "loyalty", "--product", "pro_yearly", "--offer-key", path,
          "--offer-key-id", "2X9R4HXF34", "--config", example)
        run.expect(3, complains: path, "help: ")
      }
    }
  }

  func withKey(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "key.p8").path()
      _ = FileManager.default.createFile(
        atPath: file, contents: Data(testKey.utf8), attributes: [.posixPermissions: 0o600])
      try await body(file)
    }
  }
}
