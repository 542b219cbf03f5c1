import PaywallKit
import Testing

@Suite struct FormatTests {
  @Test func `the version is the first`() { #expect(PaywallKitVersion.current == "1.0.0") }
}
