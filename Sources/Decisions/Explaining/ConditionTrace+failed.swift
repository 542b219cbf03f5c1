extension ConditionTrace {
  /// The first tests that kept this condition from being true: one, or all the choices of an `any`.
  /// Inside of a `not` they are those that are true and should not be.
  var failed: [FailedCondition] { culprits(wanting: .true) }

  private func culprits(wanting wanted: Truth) -> [FailedCondition] {
    guard !parts.isEmpty else {
      return [FailedCondition(condition: condition, attribute: attribute, saw: saw, truth: truth)]
    }
    if condition == "not" { return parts.first?.culprits(wanting: !wanted) ?? [] }
    let culprits = parts.filter { $0.truth != wanted }
    // One false part is enough against `all`, one true one against the `not` of an `any`; of `any`
    // that should be true, and of the `not` of an `all`, every part had its chance.
    let oneIsEnough = (condition == "any") == (wanted == .false)
    return oneIsEnough
      ? culprits.first?.culprits(wanting: wanted) ?? []
      : culprits.flatMap { $0.culprits(wanting: wanted) }
  }
}
