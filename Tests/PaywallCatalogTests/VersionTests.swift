import PaywallCatalog
import Testing

struct VersionTests {
  /// Each is lower than the next; the pre-releases are the chain of Semantic Versioning 2.0, 11.4.
  private static let ascending = [
    "0", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
    "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.0.1", "1.9", "1.10", "2-0", "2", "10",
    "18446744073709551615",
  ]

  @Test("Versions stand in their order")
  func order() throws {
    let versions = try Self.ascending.map { try #require(Version($0)) }
    for (index, version) in versions.enumerated() {
      for (other, otherVersion) in versions.enumerated() {
        #expect((version < otherVersion) == (index < other))
        #expect((version == otherVersion) == (index == other))
      }
    }
  }

  @Test(
    "Missing parts are 0, builds and a leading v do not count",
    arguments: [
      ("3.2", "3.2.0"), ("3", "3.0.0.0"), ("v3.2", "3.2"), ("3.2+45", "3.2"), ("0", "0.0"),
      ("3.02", "3.2"), ("3.2-rc.1+5", "3.2.0-rc.1"), ("3-rc.01", "3-rc.1"), ("3.2+a-b", "3.2"),
    ])
  func equal(left: String, right: String) throws {
    let (left, right) = (try #require(Version(left)), try #require(Version(right)))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test(
    "What is no version is refused",
    arguments: [
      "", "v", "a", "1.", ".1", "1..2", "1.a", "1-", "1-a..b", "1-.a", "-1", "1 ", "1.-1", "+1",
      "٢.1", "18446744073709551616", "vv1", "1-\u{E9}", "1-a b",
    ])
  func refused(text: String) {
    #expect(Version(text) == nil)
  }

  @Test("A version keeps its text")
  func text() {
    #expect(Version("v3.02+x")?.text == "v3.02+x")
  }
}
