internal import PaywallCatalog
internal import YAMLText

enum AudiencesFileKey: String, FileKey { case audiences }

/// A named audience and the place of its name.
struct DeclaredAudience {
  var value: Audience
  var name: Place
}

extension DeclaredAudience {
  /// Reads `targeting/audiences.yaml`.
  static func all(_ file: MappingReader<AudiencesFileKey>) -> NamedValues<DeclaredAudience> {
    file.named(
      .audiences, "audiences", usedBy: .audience,
      name: { _ in
        .name.with("not", .object([Content.Member("const", .text(Condition.everyone))]))
      },
      "Named audiences; the tests in one are joined by \"and\".",
      help: "write 'audiences: {}' for none", of: audience)
  }

  private static func audience(_ name: EntityName) -> NodeDecoder<DeclaredAudience> {
    NodeDecoder(in: { .anyOf([.ref("audience"), schema(in: $0)]) }) { node, context in
      guard let range = name.range else { return nil }
      if name.text == Condition.everyone {
        context.error(
          .reservedName, at: range, "'everyone' is built in",
          help: "give this audience another name")
      }
      let reader = ConditionReader(context: context)
      var read: Visibility?
      let condition: Condition?
      if let entries = node.entries {
        read = entries.first { $0.key == visibility }.flatMap {
          NodeDecoder<Visibility>.choice.decode($0.value, context)
        }
        condition = reader.condition(entries.filter { $0.key != visibility }, at: range)
      } else {
        condition = reader.condition(node)
      }
      return condition.map {
        DeclaredAudience(
          value: Audience(name: name.text, condition: $0, visibility: read ?? .private),
          name: context.place(range))
      }
    }
  }

  private static let visibility = "visibility"

  /// Tests, and whether the audience is public.
  private static func schema(in folder: Folder) -> JSONSchema {
    let mark = JSONSchema.choice(Visibility.self).byDefault(.text(Visibility.private.rawValue))
      .described("public lets it enter the bundle that apps decide with offline.")
    let hasMark: JSONSchema = ["required": .texts([visibility])]
    let testsSomething: JSONSchema = ["minProperties": .integer(2)]
    return ConditionSchema(folder: folder).tests(and: [(visibility, mark)])
      .with("minProperties", .integer(1))
      .holding([["if": hasMark.content, "then": testsSomething.content]])
  }
}
