internal import PaywallCatalog

extension JSONSchema {
  /// A file of `Paywalls/personas`.
  static func persona(in folder: Folder) -> JSONSchema {
    .object(PersonaKey.self) { key in
      switch key {
      case .title: .ref("text").described("Who this is, in a few words.")
      case .attributes:
        sent(in: folder).described("What the app sends about this visitor.")
      case .subscription:
        known(in: folder).with("minProperties", .integer(1))
          .described("What the App Store has told us of this customer.")
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
        let decoder = attribute.type == .list ? list(of: value) : value
        return (attribute.name, decoder.described(attribute.explanation))
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
    let answer = JSONSchema.object(ExpectationKey.self) { key in
      switch key {
      case .show: .ref("show").described("The paywall, or nothing.")
      case .reason:
        .choice(ExpectedReason.self).described("Why they see it.")
      case .experiment: .ref("experiment").described("The experiment that they are in.")
      case .variant: .ref("name").described("The variant that they get.")
      }
    }
    let outcome = anyOf([
      .ref("show"),
      answer.with("minProperties", .integer(1)).holding([
        .rule(if: .needs([ExpectationKey.variant]), then: .needs([ExpectationKey.experiment]))
      ]),
    ])
    let placements = folder.names(of: .placement) ?? []
    return .object(
      placements.map { ($0, outcome.described("What they see here.")) },
      isOpen: placements.isEmpty)
  }
}
