extension Array {
  /// The elements whose key an earlier one has too, each with the first of that key.
  func repeated<Key: Hashable>(by key: (Element) -> Key) -> [(element: Element, first: Element)] {
    var first: [Key: Element] = [:]
    return compactMap { element in
      let key = key(element)
      guard let earlier = first[key] else {
        first[key] = element
        return nil
      }
      return (element, earlier)
    }
  }
}
