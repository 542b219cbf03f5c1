/// What the verifier says of a signed text: what it holds, or why it is not believed.
package enum Verdict<Payload: Sendable>: Sendable {
  case verified(Verified<Payload>)
  case refused(Distrust)

  init(_ check: () throws(Distrust) -> Verified<Payload>) {
    do {
      self = .verified(try check())
    } catch {
      self = .refused(error)
    }
  }

  /// What was verified, for who goes on in either case.
  package var verified: Verified<Payload>? {
    if case .verified(let value) = self { value } else { nil }
  }

  package var distrust: Distrust? {
    if case .refused(let distrust) = self { distrust } else { nil }
  }

  /// What was verified, for who stops otherwise.
  package func get() throws(Distrust) -> Verified<Payload> {
    switch self {
    case .verified(let value): return value
    case .refused(let distrust): throw distrust
    }
  }
}
