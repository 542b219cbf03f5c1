/// The names of one object so far, told apart by their bytes: what Unicode takes for equal, JSON does
/// not. A few are compared one by one; beyond them a table keeps the time linear in their number.
struct MemberNames {
  private var few: [String] = []
  private var many: Set<Name> = []

  private static let most = 12

  /// Whether the name is new.
  mutating func insert(_ name: String) -> Bool {
    if many.isEmpty {
      guard !few.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return false }
      few.append(name)
      if few.count > Self.most { many = Set(few.map(Name.init)) }
      return true
    }
    return many.insert(Name(text: name)).inserted
  }

  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Seeded by the process, so that nobody outside can choose names that collide.
    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
