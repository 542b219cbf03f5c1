import HTTPTransport
import Testing

@Suite("Request identifiers")
struct RequestIdentifierTests {
  @Test("request ids are 32 digits, and no two are the same")
  func requestIds() {
    let ids = (0..<1000).map { _ in RequestIdentifier.fresh() }
    #expect(Set(ids).count == 1000)
    #expect(ids.allSatisfy { $0.utf8.count == 32 && RequestIdentifier.isWellFormed($0) })
  }

  @Test(
    "a caller's own id is taken over if it is 1 to 128 letters, digits and ._:+/=-",
    arguments: [
      ("a", true), ("A-z_0.9:+/=", true), (String(repeating: "x", count: 128), true),
      ("", false), (String(repeating: "x", count: 129), false), ("a b", false), ("a,b", false),
      ("\u{E9}", false), ("a\n", false),
    ])
  func wellFormed(_ id: String, _ isTakenOver: Bool) {
    #expect(RequestIdentifier.isWellFormed(id) == isTakenOver)
  }
}
