/// Searches the payload encoding that was signed: Apple's first, then with one mistake, with two,
/// and with three common ones. A signature proves its encoding: no other bytes verify.
struct PayloadEncodingSearch {
  struct Match {
    let key: VerificationKey
    let mistakes: [Variation]
  }

  /// The expected key first.
  let keys: [VerificationKey]
  let signature: [UInt8]
  let right: PayloadEncoding
  /// The number of verifications left; one takes about 70 µs.
  private(set) var budget: Int

  mutating func run(_ variations: [Variation]) -> Match? {
    if let match = attempt([]) { return match }
    for one in variations where budget > 0 {
      if let match = attempt([one]) { return match }
    }
    return pairs(variations) ?? triples(variations.filter(\.isCommon))
  }

  private mutating func pairs(_ variations: [Variation]) -> Match? {
    for (index, one) in variations.enumerated() {
      for two in variations[(index + 1)...] where one.aspect != two.aspect {
        if budget <= 0 { return nil }
        if let match = attempt([one, two]) { return match }
      }
    }
    return nil
  }

  private mutating func triples(_ variations: [Variation]) -> Match? {
    for (index, one) in variations.enumerated() {
      for (next, two) in variations.enumerated() where next > index && one.aspect != two.aspect {
        for three in variations[(next + 1)...]
        where three.aspect != one.aspect && three.aspect != two.aspect {
          if budget <= 0 { return nil }
          if let match = attempt([one, two, three]) { return match }
        }
      }
    }
    return nil
  }

  private mutating func attempt(_ mistakes: [Variation]) -> Match? {
    let payload = right.applying(mistakes)
    let bytes = payload.bytes
    for key in keys {
      // The right encoding is always tried, with every key.
      if budget <= 0 && !mistakes.isEmpty { return nil }
      budget -= 1
      if key.key.verify(signature, over: bytes, digest: payload.digest) {
        return Match(key: key, mistakes: mistakes)
      }
    }
    return nil
  }
}
