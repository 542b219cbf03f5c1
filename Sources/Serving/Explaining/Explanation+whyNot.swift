import PaywallDecisions
import PaywallTextCoding

extension Explanation {
  /// The first cause that kept the visitor out of an experiment at the requested placement.
  package func whyNot(_ experiment: String) -> WhyNot {
    WhyNot(experiment: experiment, placement: decision.placement, cause: cause(experiment))
  }

  private func cause(_ experiment: String) -> WhyNot.Cause {
    if let shown = decision.experiment, shown.id.hasSameUTF8(as: experiment) {
      return switch decision.reason {
      case .forced: .forced(variant: shown.variant)
      case .winner: .won(variant: shown.variant)
      default: .enrolled(variant: shown.variant, recorded: shown.recorded)
      }
    }
    if decision.reason == .unknownPlacement { return .unknownPlacement }
    let findings = steps.flatMap(\.findings)
    for case .experiment(let finding) in findings
    where finding.experiment.hasSameUTF8(as: experiment) {
      return cause(finding)
    }
    return .notAtPlacement
  }

  private func cause(_ finding: ExperimentFinding) -> WhyNot.Cause {
    func draw(_ purpose: Draw.Purpose) -> Draw? { finding.draws.last { $0.purpose == purpose } }
    switch finding.verdict {
    case .notInStage: return .stage(finding.stage, finding.schedule)
    case .notInAudience: return .audience(finding.audience?.failed ?? [])
    case .noUnit: return .noUnit
    case .invalidUnit: return .invalidUnit
    case .noSeed: return .noSeed
    case .outsideSlice: return draw(.slice).map { .outsideSlice($0) } ?? .notAtPlacement
    case .outsideTraffic: return draw(.variant).map { .outsideTraffic($0) } ?? .notAtPlacement
    case .heldOut: return .heldOut(holdoutDraw)
    case .ledgerUnavailable: return .ledgerUnavailable
    case .notAtPlacement: return .silentVariant(finding.variant ?? "")
    case .behindAnother, .shown: return .behind(decision.experiment)
    case .kept:
      let answer = decision.experiment
      return answer.map { $0.recorded ? .recordedElsewhere($0) : .earlierPhase } ?? .earlierPhase
    }
  }

  /// The holdout is drawn once in a decision, by the first experiment that needs it.
  private var holdoutDraw: Draw? {
    for finding in steps.flatMap(\.findings) {
      switch finding {
      case .experiment(let finding), .winner(let finding):
        if let draw = finding.draws.first(where: { $0.purpose == .holdout }) { return draw }
      default: break
      }
    }
    return nil
  }
}
