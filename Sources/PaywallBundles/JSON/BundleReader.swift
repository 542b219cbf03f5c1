/// Where a value stands in a document.
indirect enum BundlePath {
  case root
  case member(String, of: BundlePath)
  case item(Int, of: BundlePath)

  /// As RFC 6901 writes it.
  var pointer: String {
    switch self {
    case .root: ""
    case .member(let name, let parent): "\(parent.pointer)/\(escaped(name))"
    case .item(let index, let parent): "\(parent.pointer)/\(index)"
    }
  }

  private func escaped(_ name: String) -> String {
    String(
      name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined())
  }
}

/// Reads values from a document, each mistake with its place. Unknown members are passed over: a
/// newer server may write more.
struct BundleReader {
  let node: BundleNode
  let path: BundlePath

  init(_ node: BundleNode, _ path: BundlePath = .root) {
    self.node = node
    self.path = path
  }

  func members() throws(BundleProblem) -> [BundleNode.Member] {
    guard case .object(let members) = node.value else { throw wrongType("an object") }
    return members
  }

  /// `nil` if there is no such member; a `null` is one.
  func member(_ name: String) throws(BundleProblem) -> BundleReader? {
    guard case .object = node.value else { throw wrongType("an object") }
    return node[name].map { BundleReader($0, .member(name, of: path)) }
  }

  func required(_ name: String) throws(BundleProblem) -> BundleReader {
    guard let member = try member(name) else {
      throw BundleProblem(
        .missingMember, path: path.pointer, offset: node.range.lowerBound,
        "The member '\(name)' is missing.")
    }
    return member
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  func read<Value: BundleReadable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(BundleProblem) -> Value {
    try Value(try required(name))
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  func readIfPresent<Value: BundleReadable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(BundleProblem) -> Value? {
    guard let member = try member(name) else { return nil }
    return try Value(member)
  }

  /// - Parameter usual: what a missing member stands for.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func read<Value: BundleReadable>(
    _ name: String, or usual: Value
  ) throws(BundleProblem) -> Value {
    try readIfPresent(name) ?? usual
  }

  func wrongType(_ expected: String) -> BundleProblem {
    BundleProblem(
      .wrongType, path: path.pointer, offset: node.range.lowerBound, "Expected \(expected).")
  }

  func badValue(_ detail: String) -> BundleProblem {
    BundleProblem(.badValue, path: path.pointer, offset: node.range.lowerBound, detail)
  }
}
