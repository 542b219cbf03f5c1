import GrowthBook
import Testing

@Suite struct FormatTests {
  @Test func `the hash is the second`() { #expect(GrowthBookFormat.hashVersion == 2) }
}
