import PaywallCatalog
import Serving
import Testing

@testable import Ledger

@Suite struct ErasedDimensionTests {
  @Test(
    "Cells are told apart by platform, storefront, new visitors and placement alone", .everyLedger)
  func dimensions() async throws {
    // Ten each of new and returning visitors from Great Britain, nine from the United States, and
    // one on a Mac. Versions and languages differ, and tell nothing apart.
    for number in 0..<30 {
      var exposure = Sample.exposure(
        "u\(number)", from: number < 20 ? "GBR" : "USA", isNew: number < 10,
        platform: number == 29 ? "macOS" : "iOS")
      exposure.details.dimensions.appVersion = "3.\(number)"
      exposure.details.dimensions.language = number.isMultiple(of: 2) ? "en" : "cy"
      exposure.details.dimensions.subscription = number.isMultiple(of: 3) ? .expired : nil
      try await ledger.record(exposure)
    }
    let before = try await ledger.totalExposureCounts(of: .price)
    #expect(before == [ExposureCounts(variant: "trial", units: 30)])
    try await ledger.forget(["u0", "u3", "u9", "u10", "u15", "u20", "u28", "u29"])
    #expect(
      try await ledger.cells() == [
        "3 in other", "2 in iOS GBR false onboarding", "3 in iOS GBR true onboarding",
      ])
    #expect(try await ledger.totalExposureCounts(of: .price) == before)
  }

  @Test("What is unknown is a value of its own", .everyLedger)
  func unknown() async throws {
    for number in 0..<10 {
      try await ledger.record(
        Sample.exposure("a\(number)", from: nil, isNew: nil, platform: nil, at: nil),
        Sample.exposure("b\(number)", from: "GBR", isNew: nil, at: "settings"))
    }
    try await ledger.forget(["a1", "b1", "b2"])
    #expect(
      try await ledger.cells() == [
        "2 in iOS GBR unknown settings", "1 in unknown unknown unknown unknown",
      ])
  }

  @Test("Later exposures do not move a unit to another cell", .everyLedger)
  func stays() async throws {
    for number in 0..<10 {
      try await ledger.record(
        Sample.exposure("a\(number)", from: "GBR", isNew: true, rendered: 0.9),
        Sample.exposure("b\(number)", from: "USA", isNew: false, at: "settings"))
    }
    // The exposure comes on the next day, was rendered before, elsewhere, and by a visitor who has
    // moved.
    let later = Sample.exposure("a1", from: "USA", isNew: false, at: "settings", "2", rendered: 0.1)
    #expect(try await ledger.record(later, at: 2) == [.repeated])
    // The clock of the server was set back by two days.
    let earlier = Sample.exposure("a2", from: "GBR", isNew: true, "2", rendered: -1)
    #expect(try await ledger.record(earlier, at: -1) == [.repeated])
    try await ledger.forget(["a1", "a2"])
    #expect(try await ledger.cells() == ["2 in iOS GBR true onboarding"])
  }

  @Test("A visitor whose record begins anew as a user's is one person of a cell", .everyLedger)
  func anew() async throws {
    for number in 0..<8 {
      try await ledger.record(Sample.exposure("u\(number)", from: "GBR", isNew: true))
    }
    for (number, origin) in [IdOrigin.anonymousId, .userId].enumerated() {
      let exposure = Sample.exposure("ada", from: "GBR", isNew: true, as: origin, "\(number)")
      #expect(try await ledger.record(exposure) == [.recorded])
    }
    try await ledger.forget(["u0"])
    #expect(try await ledger.cells() == ["1 in other"], "nine persons were exposed")
    try await ledger.record(Sample.exposure("bob", from: "GBR", isNew: true))
    try await ledger.forget(["ada"])
    #expect(try await ledger.cells() == ["1 in other", "1 in iOS GBR true onboarding"])
  }
}
