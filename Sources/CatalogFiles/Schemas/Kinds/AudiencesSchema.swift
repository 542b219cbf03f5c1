internal import PaywallCatalog

extension JSONSchema {
  /// `targeting/audiences.yaml`.
  static func audiences(in folder: Folder) -> JSONSchema {
    .object(AudiencesFileKey.self, required: [.audiences]) { key in
      switch key {
      case .audiences:
        .map(named: audienceName, to: .anyOf([.ref("audience"), audience(in: folder)]))
          .described("Named audiences; the tests in one are joined by \"and\".")
      }
    }
  }

  private static let visibility = "visibility"

  /// Tests, and whether the audience is public.
  private static func audience(in folder: Folder) -> JSONSchema {
    let mark = JSONSchema.choice(Visibility.self).byDefault(.text(Visibility.private.rawValue))
      .described("public lets it enter the bundle that apps decide with offline.")
    let hasMark: JSONSchema = ["required": .texts([visibility])]
    let testsSomething: JSONSchema = ["minProperties": .integer(2)]
    return ConditionSchema(folder: folder).tests(and: [(visibility, mark)])
      .with("minProperties", .integer(1))
      .holding([["if": hasMark.content, "then": testsSomething.content]])
  }

  private static var audienceName: JSONSchema {
    name.with("not", .object([Content.Member("const", .text(Condition.everyone))]))
  }
}
