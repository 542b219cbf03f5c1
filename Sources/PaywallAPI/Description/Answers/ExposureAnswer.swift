package import HTTPDocuments
package import Ledger
package import PaywallCatalog
package import Serving

/// The outcome of one claim: `{"id":…,"outcome":…,"reason":…}`.
package struct ExposureAnswer {
  let id: String
  package var outcome: Outcome

  package enum Outcome: Hashable {
    /// Must be stored; the ledger decides its outcome.
    case kept
    case stored(ExposureOutcome)
    case mismatch(Mismatch)
    case refused(ClaimRefusal)
    /// Its user id does not count.
    case unproved(UserStanding)
    /// Its members cannot be read.
    case invalid(Problem)
  }

  package init(_ id: String, _ problem: Problem) {
    self.id = id
    outcome = .invalid(problem)
  }

  package init(_ id: String, _ verdict: ClaimVerdict) {
    self.id = id
    outcome =
      switch verdict {
      case .first, .repeated, .contradicts: .kept
      case .mismatch(let mismatch): .mismatch(mismatch)
      case .refused(let refusal): .refused(refusal)
      }
  }

  package init(_ id: String, _ verdict: HeldOutVerdict) {
    self.id = id
    outcome =
      switch verdict {
      case .heldOut: .kept
      case .mismatch(let mismatch): .mismatch(mismatch)
      case .refused(let refusal): .refused(refusal)
      }
  }

  /// True if the release refuses it, and another release may take it.
  package var isOfOtherRelease: Bool {
    switch outcome {
    case .mismatch, .refused, .stored(.termsChanged): true
    case .kept, .stored, .unproved, .invalid: false
    }
  }

  /// The word on the wire, which is what is counted.
  package var word: String {
    switch outcome {
    case .kept: "recorded"
    case .stored(let outcome): outcome.rawValue
    case .mismatch: "variantMismatch"
    case .refused(let refusal): refusal.rawValue
    case .unproved: Self.unproved
    case .invalid: "invalid"
    }
  }

  package static let unproved = UserStanding.unproved.rawValue

  fileprivate var reason: String? {
    switch outcome {
    case .mismatch(let mismatch): mismatch.rawValue
    case .invalid(let problem): problem.code.rawValue
    case .unproved(let standing) where standing == .wrongProof: standing.rawValue
    case .unproved: nil
    case .kept, .stored, .refused: nil
    }
  }
}

extension [ExposureAnswer] {
  /// `{"exposures":[…]}`, in request order.
  package var answer: Content { .members(("exposures", self)) }
}

extension ExposureAnswer: AnswerObject {
  package static let members = Members<Self> {
    $0.always("id") { $0.id }
    $0.always(
      "outcome", .words(outcomes),
      "`recorded`, `repeated`, `heldOut` and `already` are as it should be. The others change nothing, but `conflict`, which takes the unit out of the results."
    ) { $0.word }
    $0.maybe(
      "reason",
      .words(
        Mismatch.allCases.map(\.rawValue) + problems + [UserStanding.wrongProof.rawValue]),
      "Why no visitor can have seen that paywall, or the code of the claim's problem."
    ) { $0.reason }
    $0.maybe("detail", "The claim's problem, and what to do.") { $0.problem?.detail }
  }

  private static let outcomes =
    ExposureOutcome.allCases.map(\.rawValue) + ["variantMismatch", "invalid", unproved]
    + ClaimRefusal.allCases.map(\.rawValue)

  /// The codes that refuse a claim.
  private static let problems = [
    Problem.Code.missingMember, .wrongType, .unknownMember, .attributeTooLong,
  ].map(\.rawValue)

  private var problem: Problem? {
    if case .invalid(let problem) = outcome { problem } else { nil }
  }
}
