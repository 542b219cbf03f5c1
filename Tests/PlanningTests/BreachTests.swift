import Planning
import Testing

@Test func `the codes of breaches are the words that scripts rely on`() {
  #expect(Breach.Code.frozenChanged.rawValue == "frozenChanged")
}
