import CatalogFiles
import Foundation
import PaywallCatalog
import PaywallDecisions
import YAMLText

/// One decision at a placement with three running experiments and a rule; `Peers/decide_with_growthbook.py`
/// measures the same three experiments.
struct DecisionBenchmark {
  private let visitors = 20_000

  func run() throws {
    try measure(SampleApp.files(paywalls: 3, experiments: 3), suffix: "")
    try measure(SampleApp.files(paywalls: 2_000, experiments: 2_000), suffix: "-among-2000")
  }

  private func measure(_ files: ConfigurationFiles, suffix: String) throws {
    let (snapshot, report) = Loader.load(files)
    guard let snapshot else { throw Invalid(text: report.text(colours: .none)) }
    let compiled = CompiledSnapshot(snapshot)
    let now = Timestamp(milliseconds: 1_795_248_000_000)
    let attributes = (0..<visitors).map { SampleApp.attributes(of: $0) }
    let prepared = attributes.map { compiled.visitor($0, at: now).visitor }

    var enrolled = 0
    let deciding = shortest(of: 7) {
      enrolled = 0
      for visitor in prepared {
        let decision = compiled.decide("onboarding", for: visitor, at: now)
        if decision.experiment != nil { enrolled += 1 }
      }
    }
    let whole = shortest(of: 5) {
      for attributes in attributes {
        let visitor = compiled.visitor(attributes, at: now).visitor
        _ = compiled.decide("onboarding", for: visitor, at: now)
      }
    }
    figure("decide\(suffix)", deciding / Double(visitors) * 1e9, "ns")
    figure("read-and-decide\(suffix)", whole / Double(visitors) * 1e9, "ns")
    if suffix.isEmpty { figure("enrolled", Double(enrolled), "visitors") }
  }
}

struct Invalid: Error {
  var text: String
}
