import Testing
import YAMLText

@testable import CatalogFiles

@Suite("The variants of an experiment")
struct VariantComparisonTests {
  private static let path = "Experiments/annual-trial.yaml"

  /// What is said of a draft with these variants.
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
}
