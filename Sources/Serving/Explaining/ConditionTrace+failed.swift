import PaywallDecisions

extension ConditionTrace {
  /// The tests that kept this condition from being true: the first one, or all the choices of an
  /// `any`. Inside a `not` they are the tests that are true.
  var failed: [FailedCondition] { culprits(wanting: .true) }

  private func culprits(wanting wanted: Truth) -> [FailedCondition] {
    guard !parts.isEmpty else {
      return [FailedCondition(condition: condition, attribute: attribute, saw: saw, truth: truth)]
    }
    if condition == "not" { return parts.first?.culprits(wanting: !wanted) ?? [] }
    let culprits = parts.filter { $0.truth != wanted }
    // One false part makes an `all` fail, and one true part the `not` of an `any`; an `any`, and
    // the `not` of an `all`, fail by all of their parts.
    let oneIsEnough = (condition == "any") == (wanted == .false)
    return oneIsEnough
      ? culprits.first?.culprits(wanting: wanted) ?? []
      : culprits.flatMap { $0.culprits(wanting: wanted) }
  }
}
