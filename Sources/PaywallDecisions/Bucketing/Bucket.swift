/// Buckets 0…9999 by the GrowthBook specification, hash version 2 (DecisionRules.md § 3).
package enum Bucket {
  package static let count = 10_000

  /// 32-bit FNV-1a over UTF-16 code units, each XORed whole.
  package static func fnv32a(_ text: String) -> UInt32 { Seed(text).state }

  /// The bucket of a unit under a seed. For more than one unit, create a `Seed` once.
  package static func of(_ unit: String, seed: String) -> Int {
    Seed(seed).bucket(of: HashedUnit(unit))
  }

  /// The first of half-open ranges that holds a bucket; an empty one holds none.
  package static func choose(_ bucket: Int, among ranges: [Range<Int>]) -> Int? {
    ranges.firstIndex { $0.contains(bucket) }
  }

  /// A seed with its hash state, so that a draw hashes only the unit.
  package struct Seed: Hashable, Sendable {
    package let text: String
    fileprivate let state: UInt32

    package init(_ text: String) {
      self.text = text
      self.state = text.utf16.reduce(offsetBasis) { ($0 ^ UInt32($1)) &* prime }
    }

    /// `fnv32a(decimal(fnv32a(seed + unit))) % 10000`.
    package func bucket(of unit: HashedUnit) -> Int {
      var hash = state
      for codeUnit in unit.codeUnits { hash = (hash ^ UInt32(codeUnit)) &* prime }
      return Int(clamping: hashOfDigits(of: hash) % UInt32(count))
    }
  }
}

extension Bucket {
  /// Draws under one seed for many ids with a common prefix and a suffix of four digits: the prefix
  /// is hashed once, and a draw is integer arithmetic.
  package struct Series: Sendable {
    private let state: UInt32

    package init(_ seed: Seed, prefix: String) {
      state = prefix.utf16.reduce(seed.state) { ($0 ^ UInt32($1)) &* prime }
    }

    /// The bucket of each id, whose last four digits are given as a number, 0…9999.
    package func buckets(ofSuffixes suffixes: [UInt16]) -> [UInt16] {
      suffixes.map { suffix in
        let number = UInt32(suffix)
        var hash = (state ^ (0x30 + number / 1000)) &* prime
        hash = (hash ^ (0x30 + number / 100 % 10)) &* prime
        hash = (hash ^ (0x30 + number / 10 % 10)) &* prime
        hash = (hash ^ (0x30 + number % 10)) &* prime
        return UInt16(hashOfDigits(of: hash) % UInt32(count))
      }
    }
  }
}

/// A unit id as it is hashed: its UTF-16 code units, not trimmed, folded or normalised.
package struct HashedUnit: Hashable, Sendable {
  package let text: String
  fileprivate let codeUnits: [UInt16]

  package init(_ text: String) {
    self.text = text
    self.codeUnits = Array(text.utf16)
  }

  package static func == (left: HashedUnit, right: HashedUnit) -> Bool {
    left.codeUnits == right.codeUnits
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(codeUnits) }
}

private let offsetBasis: UInt32 = 0x811C_9DC5
private let prime: UInt32 = 0x0100_0193

/// FNV-1a over the decimal digits of a number, the highest first, without a string: the digits are
/// collected from the lowest, four bits each, in one word.
private func hashOfDigits(of number: UInt32) -> UInt32 {
  var digits: UInt64 = 0
  var count = 0
  var rest = number
  repeat {
    digits = digits << 4 | UInt64(rest % 10)
    rest /= 10
    count += 1
  } while rest > 0
  var hash = offsetBasis
  for _ in 0..<count {
    hash = (hash ^ (0x30 + UInt32(digits & 0xF))) &* prime
    digits >>= 4
  }
  return hash
}
