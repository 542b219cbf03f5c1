// Unlike the standard library's, these sort indices, so that an app does not link one sort of 3 KB per
// type of element.
extension Collection {
  /// Sorted; elements of which none goes before the other stay in their order.
  package func sortedByIndex(_ isBefore: (Element, Element) -> Bool) -> [Element] {
    guard count > 1 else { return Array(self) }
    let elements = Array(self)
    return order(elements.count) { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
  }

  /// Sorted by the bytes of a text; elements with the same text stay in their order.
  package func sorted(byUTF8 text: (Element) -> String) -> [Element] {
    guard count > 1 else { return Array(self) }
    let (elements, texts) = (Array(self), map(text))
    return order(elements.count) { texts[$0].precedes(texts[$1]) }.map { elements[$0] }
  }
}

/// The numbers from zero on in the order of what they stand for; equal ones stay in theirs.
@inline(never)
private func order(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: isBefore)
}
