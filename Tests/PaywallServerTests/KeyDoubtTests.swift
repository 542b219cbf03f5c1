import HTTPService
import PaywallAPI
import PaywallServer
import Testing

/// Impossible ids of a key, and names of hosts, are reported at the start.
@Suite struct KeyDoubtTests {
  private static let uuid = "57246542-96fe-1a63-e053-0824d011072a"

  @Test(
    "ids that App Store Connect never gives are named for what they are",
    arguments: [
      (uuid, "ABCDEFGHIJ", "swapped"), ("AuthKey_ABCDEFGHIJ.p8", uuid, "name of a file"),
      ("ABCDEFGHIJ.p8", uuid, "name of a file"), ("keys/ABCDEFGHIJ", uuid, "name of a file"),
      ("ABCDEFGHIJ ", uuid, "blank"), ("ABCDE FGHIJ", uuid, "blank"),
      ("ABCDEFGHI", uuid, "not ten"), ("ABCDEFGHIJK", uuid, "not ten"),
      ("abcdefghij", uuid, "not ten"), ("", uuid, "not ten"), (uuid, uuid, "is a UUID"),
      ("ABCDEFGHIJ", "ABCDEFGHIJ", "no UUID"), ("ABCDEFGHIJ", "\(uuid) ", "blank"),
      ("ABCDEFGHIJ", "57246542-96fe-1a63-e053-0824d011072", "no UUID"),
    ])
  func doubts(keyId: String, issuerId: String, words: String) {
    let key = OfferKeyFile(path: "k.p8", keyId: keyId, issuerId: issuerId)
    #expect(key.doubts.count == 1 && key.doubts.first?.contains(words) == true, "\(key.doubts)")
  }

  @Test("ids that may be right are not doubted, and readiness names the others")
  func readiness() {
    var settings = Settings()
    settings.offerKeys = [OfferKeyFile(path: "k.p8", keyId: "2X9R4HXF34", issuerId: Self.uuid)]
    #expect(settings.keyReasons.isEmpty)
    settings.appStoreKey = AppStoreAPIKeySettings(
      key: OfferKeyFile(path: "k.p8", keyId: Self.uuid, issuerId: "2X9R4HXF34"))
    #expect(settings.keyReasons.map(\.code) == ["keyIdsImpossible"])
    #expect(settings.keyReasons.map(\.weight) == [.degrading])
    #expect(ReadinessReason.codes.contains("keyIdsImpossible"))
  }

  @Test(
    "a host without an address is wrong usage",
    arguments: [
      ("[::1]", "give '::1'"), ("nosuch.invalid", "such as 127.0.0.1"), ("[", "127.0.0.1"),
    ])
  func hosts(host: String, words: String) {
    for flag in ["--host", "--metrics-host"] {
      do throws(ListenError) {
        try ListenError.check(host: host, of: flag, port: 8080)
        Issue.record("\(host) was taken")
      } catch {
        let lines = error.description.split(separator: "\n")
        #expect(lines.first?.hasPrefix("error: \(flag) is '\(host)'") == true)
        #expect(lines.last?.hasPrefix("help: ") == true && lines.last?.contains(words) == true)
      }
    }
  }

  @Test(
    "addresses of this machine are taken", arguments: ["127.0.0.1", "::1", "0.0.0.0", "localhost"])
  func good(host: String) throws {
    try ListenError.check(host: host, of: "--host", port: 0)
  }
}
