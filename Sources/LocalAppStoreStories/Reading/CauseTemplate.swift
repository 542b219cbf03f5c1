import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import YAMLText

/// The members of a cause in a story: those of the HTTP request, with defaults where they are
/// clear.
enum CauseTemplate {
  /// The subject of a cause that does not name its own.
  struct Defaults {
    var customer: String?
    var product: String?
    var transaction: String?

    subscript(name: String) -> String? {
      switch name {
      case "customer": customer
      case "product": product
      case "transaction": transaction
      default: nil
      }
    }
  }

  /// - Parameters:
  ///   - verb: one of `CauseReader.verbs`.
  ///   - value: an object, nothing, or the first member that the verb needs.
  static func cause(
    _ verb: String, _ value: JSONValue, _ defaults: Defaults
  ) throws -> StoreCause {
    guard let read = CauseReader.verbs[verb] else {
      throw Problem(.unknownMember, "There is no cause '\(verb)'.", field: verb)
    }
    var members = try members(of: value, read)
    while true {
      do {
        var reader = try MemberReader(.object(members))
        let cause = try read(&reader)
        try reader.finish()
        return cause
      } catch let problem as Problem {
        guard problem.code == .missingMember, let name = problem.field,
          let value = defaults[name], !members.contains(where: { $0.name == name })
        else { throw problem }
        members.append(.init(name, .text(value), at: .init(line: 0, column: 0)))
      }
    }
  }

  /// The members that a cause takes beside the given ones.
  static func known(_ verb: String, _ value: JSONValue) -> [String] {
    guard let read = CauseReader.verbs[verb], let members = try? members(of: value, read),
      var reader = try? MemberReader(.object(members))
    else { return [] }
    _ = try? read(&reader)
    return reader.known
  }

  private static func members(of value: JSONValue, _ read: CauseReader.Read) throws -> [JSONValue
    .Member]
  {
    switch value {
    case .null: return []
    case .object(let members): return members
    default:
      guard let name = firstMember(read) else {
        throw Problem(.wrongType, "The body takes no single value; write its members in braces.")
      }
      return [.init(name, value, at: .init(line: 0, column: 0))]
    }
  }

  /// The member that a cause misses first.
  private static func firstMember(_ read: CauseReader.Read) -> String? {
    do {
      var nothing = try MemberReader(.object([]))
      _ = try read(&nothing)
      return nil
    } catch {
      return (error as? Problem)?.field
    }
  }
}
