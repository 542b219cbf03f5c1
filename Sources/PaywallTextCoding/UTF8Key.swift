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

  /// The indices of the texts in their order; equal ones stay in theirs.
  fileprivate static func order(_ texts: [String]) -> [Int] {
    texts.indices.sorted { texts[$0].precedes(texts[$1]) }
  }
}

extension Collection {
  /// Sorted by the bytes of a text; elements with the same text stay in their order. Unlike
  /// `sorted(by:)` it sorts indices, so that an app does not link one sort per type of element.
  package func sorted(byUTF8 text: (Element) -> String) -> [Element] {
    guard count > 1 else { return Array(self) }
    let elements = Array(self)
    return UTF8Key.order(elements.map(text)).map { elements[$0] }
  }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes. For ASCII, Swift's `==` gives the same result
  /// faster.
  @inlinable package func hasSameUTF8(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other
      && (isASCII || utf8.elementsEqual(other.utf8))
  }

  /// Whether this comes first in the order of the UTF-8 bytes.
  @inlinable package func precedes(_ other: String) -> Bool {
    isASCII && other.isASCII ? self < other : utf8.lexicographicallyPrecedes(other.utf8)
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
