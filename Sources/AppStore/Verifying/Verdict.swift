/// The verdict on a signed text: its payload, or why it is not trusted.
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

  /// The verified payload, for callers that continue in either case.
  package var verified: Verified<Payload>? {
    if case .verified(let value) = self { value } else { nil }
  }

  package var distrust: Distrust? {
    if case .refused(let distrust) = self { distrust } else { nil }
  }

  /// The verified payload, for callers that stop otherwise.
  package func get() throws(Distrust) -> Verified<Payload> {
    switch self {
    case .verified(let value): return value
    case .refused(let distrust): throw distrust
    }
  }
}
