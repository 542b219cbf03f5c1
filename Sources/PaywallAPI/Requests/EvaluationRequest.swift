package import HTTPDocuments
package import PaywallDecisions

/// The body of OFREP's two requests, `{"context":{"targetingKey":"user-7","country":"GB"}}`: a
/// visitor in OpenFeature's form.
package struct EvaluationRequest {
  /// Includes the ids from the targeting key.
  package var attributes: [String: RawAttribute]
  /// `placements` in the context of a bulk request, which limits it; `nil` means all.
  package var placements: [String]?
  /// Members of the body besides the context, which other protocol versions may have.
  package var ignored: Int

  package enum Scope: Sendable { case one, all }

  package init(_ body: JSONValue, scope: Scope) throws(FlagFailure) {
    guard case .object(var members) = body else {
      throw FlagFailure(.parseError, "The body must be an object; it is \(body.kind).")
    }
    guard let context = members.take("context") else {
      throw FlagFailure(.invalidContext, "The body needs 'context', an object.")
    }
    ignored = members.count
    guard case .object(var attributes) = context else {
      throw FlagFailure(.invalidContext, "'context' must be an object; it is \(context.kind).")
    }
    let key = try Self.targetingKey(attributes.take("targetingKey"))
    if scope == .all { placements = try Self.placements(attributes.take("placements")) }
    do throws(Problem) {
      self.attributes = try MemberReader.attributes(attributes)
    } catch {
      throw FlagFailure(error)
    }
    Self.name(key, in: &self.attributes)
  }

  private static func targetingKey(_ value: JSONValue?) throws(FlagFailure) -> String {
    switch value {
    case nil, .null, .text(""):
      throw FlagFailure(
        .targetingKeyMissing, "The context needs 'targetingKey', the id of the visitor.")
    case .text(let key):
      guard key.unicodeScalars.count <= Limits.value else {
        throw FlagFailure(
          .invalidContext, "'targetingKey' may have \(Limits.value) characters.")
      }
      return key
    case .some(let other):
      throw FlagFailure(
        .invalidContext, "'targetingKey' must be a string; it is \(other.kind).")
    }
  }

  /// The key is the user's id, unless the context has one, or has the same key as its anonymous id.
  private static func name(_ key: String, in attributes: inout [String: RawAttribute]) {
    if let userId = attributes["userId"], userId != .null, userId != .text(""),
      !userId.isPlaceholder
    {
      return
    }
    if case .text(let id)? = attributes["anonymousId"], id.utf8.elementsEqual(key.utf8) { return }
    attributes["userId"] = .text(key)
  }

  private static func placements(_ value: JSONValue?) throws(FlagFailure) -> [String]? {
    guard let value, value != .null else { return nil }
    guard case .list(let texts) = RawAttribute(value) else {
      throw FlagFailure(
        .invalidContext, "'placements' must be an array of strings; it is \(value.kind).")
    }
    guard texts.count <= Limits.placements else {
      throw FlagFailure(
        .invalidContext, "'placements' may name \(Limits.placements) placements.")
    }
    var seen: Set<[UInt8]> = []
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension [JSONValue.Member] {
  /// Names are compared by their bytes.
  fileprivate mutating func take(_ name: String) -> JSONValue? {
    firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { remove(at: $0).value }
  }
}
