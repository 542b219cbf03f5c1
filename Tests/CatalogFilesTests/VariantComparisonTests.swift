import Testing
import YAMLText

@testable import CatalogFiles

@Suite("The variants of an experiment")
struct VariantComparisonTests {
  private static let path = "Experiments/annual-trial.yaml"

  /// Returns the report on a draft with these variants.
  private func report(_ variants: [String], _ others: [String: String] = [:]) -> Report {
    let text = """
      status: draft
      placement: onboarding
      audience: isles
      variants:
      \(variants.map { "  \($0)" }.joined(separator: "\n"))

      """
    return Loader.load(Base.with(others.merging([Self.path: text]) { $1 })).report
  }

  @Test func `that show the same are told of under a name of their own`() {
    let report = report([
      "control: { share: 50%, paywall: standard }", "again: { share: 50%, paywall: standard }",
    ])
    let found = report.diagnostics.filter { $0.file == Self.path }
    #expect(found.map(\.code) == [.sameVariants])
    #expect(found.map(\.code.name) == ["sameVariants"])
    #expect(found.map(\.severity) == [.warning])
  }

  private static let listing = [
    "Paywalls/plain.yaml": "products: [pro_yearly_trial]\n",
    "Paywalls/bare.yaml": "products: [pro_monthly, pro_yearly_trial]\n",
    "Paywalls/free.yaml": "products: [{ product: pro_yearly_trial, offers: [trial] }]\n",
  ]

  @Test(arguments: [
    (["plain", "bare"], []),
    (["plain", "free"], ["'v1' and 'control' differ"]),
    (["plain", "bare", "free"], ["'v2' and 'control' differ"]),
    (["plain", "free", "bare"], ["'v1' and 'control' differ", "'v2' and 'v1' differ"]),
    (
      ["standard", "free", "free", "plain", "bare"],
      ["'v3' and 'v1' differ", "'v4' and 'v1' differ"]
    ),
  ])
  func `are each compared with the first that differs in an introductory offer`(
    paywalls: [String], says: [String]
  ) {
    let share = 100 / paywalls.count
    let variants = paywalls.enumerated().map { index, paywall in
      "\(index == 0 ? "control" : "v\(index)"): { share: \(share)%, paywall: \(paywall) }"
    }
    let whole =
      variants.dropLast()
      + [variants.last ?? ""].map {
        $0.replacing("share: \(share)%", with: "share: \(100 - share * (paywalls.count - 1))%")
      }
    let found = report(Array(whole), Self.listing).diagnostics.filter {
      $0.code == .unfairComparison
    }
    #expect(
      found.map(\.message) == says.map { "\($0) in the introductory offer of 'pro_yearly_trial'" })
  }

  @Test func `may be ten thousand`() {
    // Every second of them lists the trial: each of these differs from control, and each of the
    // others from 'v1'.
    let variants = (0..<10_000).map { index in
      "\(index == 0 ? "control" : "v\(index)"): "
        + "{ share: 0.01%, paywall: \(index.isMultiple(of: 2) ? "plain" : "free") }"
    }
    let report = report(variants, Self.listing)
    #expect(!report.hasErrors)
    // All but control differ from one before, and those in even places show what control shows.
    // Three more are in other files.
    #expect(report.warningCount == 9_999 + 4_999 + 3)
    #expect(report.diagnostics.count == 100 + 3)
  }

  @Test func `differ from the first that lists something else`() {
    let variants = (0..<60).map { index in
      "\(index == 0 ? "control" : "v\(index)"): "
        + "{ share: \(index == 0 ? "41%" : "1%"), paywall: \(index.isMultiple(of: 2) ? "plain" : "free") }"
    }
    let report = report(variants, Self.listing)
    let unfair = report.diagnostics.filter { $0.code == .unfairComparison }
    #expect(unfair.count == 59)
    #expect(unfair.first?.message.hasPrefix("'v1' and 'control'") == true)
    #expect(unfair.last?.message.hasPrefix("'v59' and 'control'") == true)
    #expect(unfair.dropLast().last?.message.hasPrefix("'v58' and 'v1'") == true)
    #expect(report.diagnostics.count { $0.code == .sameVariants } == 29)
  }
}
