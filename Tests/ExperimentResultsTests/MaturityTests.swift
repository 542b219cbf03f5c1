import ExperimentResults
import Testing

struct MaturityTests {
  static let day = Maturity.day

  @Test func `a person counts from the moment their window closes`() {
    let maturity = Maturity(window: 8 * Self.day)
    #expect(!maturity.isMature(exposedAt: 1000, at: 1000 + 8 * Self.day - 1))
    #expect(maturity.isMature(exposedAt: 1000, at: 1000 + 8 * Self.day))
    #expect(maturity.finalAt(lastExposure: 1000) == 1000 + 8 * Self.day)
    #expect(maturity.closes(exposedAt: .max) == .max)
  }

  @Test func `what happens before the exposure or after the window does not count`() {
    let maturity = Maturity(window: Self.day)
    #expect(!maturity.contains(999, exposedAt: 1000))
    #expect(maturity.contains(1000, exposedAt: 1000))
    #expect(maturity.contains(1000 + Self.day - 1, exposedAt: 1000))
    #expect(!maturity.contains(1000 + Self.day, exposedAt: 1000))
  }
}
