/// A text that is compared, ordered and hashed by its UTF-8 bytes. Swift's `String` treats two
/// encodings of an accented letter as equal; external ids that differ in a byte are two ids.
package struct UTF8Key: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.text.hasSameUTF8(as: right.text)
  }

  /// Seeded per process: a client cannot choose names that collide.
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Never in UTF-8: it separates keys that are hashed in a row.
    hasher.combine(0xFF as UInt8)
  }
}

extension UTF8Key: Comparable {
  package static func < (left: UTF8Key, right: UTF8Key) -> Bool { left.text.precedes(right.text) }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes. For ASCII, Swift's `==` gives the same result
  /// faster.
  @inlinable package func hasSameUTF8(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && (isASCII || hasSameBytes(as: other))
  }

  /// Whether this comes first in the order of the UTF-8 bytes.
  @inlinable package func precedes(_ other: String) -> Bool {
    isASCII && other.isASCII ? self < other : bytesPrecede(other)
  }

  // Not inlined: each module would have its own copy.

  @usableFromInline func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  @usableFromInline func bytesPrecede(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// ASCII makes both counts cheap.
  @usableFromInline var isASCII: Bool { utf8.count == utf16.count }
}

extension StringProtocol {
  /// Whether both texts have the same UTF-8 bytes.
  @inlinable package func hasSameUTF8(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension Optional<String> {
  /// Whether both are missing, or have the same UTF-8 bytes.
  @inlinable package func hasSameUTF8(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let own?, let other?): own.hasSameUTF8(as: other)
    default: false
    }
  }
}
