internal import Catalog

/// Keys of `personas/*.yaml`.
enum PersonaFileKey: String, FileKey { case title, attributes, subscription, at, expect }

/// What a persona may say of an answer.
enum PersonaExpectKey: String, FileKey { case show, reason, experiment, variant }

extension JSONSchema {
  /// A file of `Paywalls/personas`.
  static func persona(in folder: Folder) -> JSONSchema {
    .object(PersonaFileKey.self) { key in
      switch key {
      case .title: .ref("text").described("Who this is, in a few words.")
      case .attributes:
        sent(in: folder).described("What the app says of this visitor.")
      case .subscription:
        known(in: folder).described("What the App Store has told us of this customer.")
      case .at: .ref("time").described("The moment they ask at; now, if left out.")
      case .expect: expect(in: folder).described("What they see, by placement.")
      }
    }
  }

  private static func sent(in folder: Folder) -> JSONSchema {
    let schema = ConditionSchema(folder: folder)
    let attributes = folder.attributes.filter { $0.origin != .computed }
    return .object(
      attributes.map { attribute in
        let value = schema.value(of: attribute)
        let form = attribute.type == .list ? anyOf([.list(of: value), value]) : value
        return (attribute.name, form.described(attribute.explanation))
      }, isOpen: !folder.knowsAllAttributes)
  }

  private static func known(in folder: Folder) -> JSONSchema {
    let schema = ConditionSchema(folder: folder)
    let prefix = "subscription."
    let attributes = folder.attributes.filter {
      $0.origin == .computed && $0.name.hasPrefix(prefix)
    }
    return .object(
      attributes.map { attribute in
        (
          String(attribute.name.dropFirst(prefix.count)),
          schema.value(of: attribute).described(attribute.explanation)
        )
      }, isOpen: !folder.knowsAllAttributes)
  }

  private static func expect(in folder: Folder) -> JSONSchema {
    let answer = JSONSchema.object(PersonaExpectKey.self) { key in
      switch key {
      case .show: .ref("show").described("The paywall, or nothing.")
      case .reason:
        .ref("name").examples(["experiment", "winner", "rule", "default"])
          .described("Why they see it.")
      case .experiment: .ref("experiment").described("The experiment that they are in.")
      case .variant: .ref("name").described("The variant that they get.")
      }
    }
    let outcome = anyOf([.ref("show"), answer])
    let placements = folder.names(of: .placement) ?? []
    return .object(
      placements.map { ($0, outcome.described("What they see here.")) },
      isOpen: placements.isEmpty)
  }
}
