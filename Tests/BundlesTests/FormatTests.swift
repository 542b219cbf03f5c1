import Bundles
import Testing

@Suite struct FormatTests {
  @Test func `the first format is 1`() { #expect(BundleFormat.version == 1) }
}
