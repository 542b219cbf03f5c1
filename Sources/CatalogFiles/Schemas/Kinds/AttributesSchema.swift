internal import PaywallCatalog

extension JSONSchema {
  /// `targeting/attributes.yaml`.
  static func attributes(known folder: Folder) -> JSONSchema {
    .object(AttributesFileKey.self, required: [.attributes]) { key in
      switch key {
      case .attributes:
        .map(named: attributeName(folder), to: attribute)
          .described("Attributes that the app may send about a visitor, besides the built-in ones.")
      }
    }
  }

  private static var attribute: JSONSchema {
    let attribute = JSONSchema.object(AttributeKey.self, required: [.type]) { key in
      switch key {
      case .type: .choice(AttributeType.self).described("How its values are read and compared.")
      case .values:
        .list(of: .ref("text"), atLeast: 1).described("The only values that it may have.")
      }
    }
    let others = AttributeType.allCases.filter { $0 != .string && $0 != .list }
    return attribute.holding([
      .when(AttributeKey.type, is: others.map(\.rawValue), refuses: [.values])
    ])
  }

  /// A name that is no built-in attribute and no keyword of conditions.
  private static func attributeName(_ folder: Folder) -> JSONSchema {
    let builtIn = folder.attributes.filter { $0.origin != .declared }.map(\.name)
    let taken = builtIn.filter { !$0.hasPrefix("subscription.") } + ConditionReader.words.sorted()
    return name.with(
      "not",
      JSONSchema.anyOf([
        ["enum": .texts(taken)], ["pattern": .text("^subscription(\\.|$)")],
      ]).content)
  }
}
