/// A possible mistake of a signer: how it changes the encoding, and how it is reported.
struct Variation {
  /// Two mistakes of the same aspect exclude each other.
  enum Aspect: Hashable {
    case field(Int), order, separator, head, tail, encoding, preparation, digest
  }

  let aspect: Aspect
  let finding: Diagnosis
  let change: (inout PayloadEncoding) -> Void
  /// Common, so it is also tried together with two others.
  var isCommon = false
}

extension PayloadEncoding {
  func applying(_ variations: [Variation]) -> PayloadEncoding {
    var payload = self
    for variation in variations { variation.change(&payload) }
    return payload
  }
}
