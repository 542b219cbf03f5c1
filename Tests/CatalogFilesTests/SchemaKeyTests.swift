import PaywallCatalog
import SchemaValidation
import Testing

@testable import CatalogFiles

/// Every key of a mapping is in its schema; one that the decoder does not ask for has no sentence.
@Suite("The keys of a file")
struct SchemaKeyTests {
  private static let schemas = FolderSchemas(Base.files)

  @Test(
    "of every mapping have a short sentence",
    arguments: FileKind.allCases.map(\.rawValue))
  func described(_ kind: String) {
    let schema = Self.schemas[kind]
    var count = 0
    SchemaWalk.visit(schema) { part, path in
      guard let properties = part["properties"]?.members, part["type"] != nil else { return }
      for property in properties {
        let text = property.value["description"]?.text ?? ""
        #expect(text.hasSuffix(".") && text.count <= 100, "\(path)/\(property.key): \(text)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test(
    "stand in schemas of known keywords whose references lead somewhere",
    arguments: FileKind.allCases.map(\.rawValue))
  func keywords(_ kind: String) {
    let schema = Self.schemas[kind]
    SchemaWalk.visit(schema) { part, path in
      for member in part.members ?? [] {
        #expect(SchemaWalk.known.contains(member.key), "\(path): \(member.key)")
      }
      guard let pointer = part["$ref"]?.text else { return }
      #expect(
        schema["$defs"]?[String(pointer.dropFirst("#/$defs/".count))] != nil, "\(path): \(pointer)")
    }
  }

  @Test func `that may be left out have the values that count then`() {
    let experiment = Experiment(id: "a", status: .draft, placements: [], variants: [])
    let properties = Self.schemas["experiment"]["properties"]
    let defaults = (properties?.members ?? []).compactMap { member in
      member.value["default"].map { (member.key, $0) }
    }
    #expect(
      Dictionary(uniqueKeysWithValues: defaults) == [
        "slice": .text(experiment.slice.description),
        "traffic": .text(experiment.traffic.description),
        "unit": .text(experiment.unit.rawValue), "phase": .integer(Int64(experiment.phase)),
        "whilePaused": .text(experiment.whilePaused.rawValue),
        "after": .text(experiment.after.rawValue),
        "excludeEarlierPhases": .boolean(experiment.excludeEarlierPhases),
        "visibility": .text(experiment.visibility.rawValue),
      ])
  }

  @Test func `of a condition are the attributes of the folder with the operators of their types`()
    throws
  {
    let tests = try #require(Self.schemas["experiment"]["$defs"]?["tests"]?["properties"])
    let names = tests.members?.map(\.key) ?? []
    #expect(names.prefix(3) == ["all", "any", "not"])
    #expect(
      Array(names.dropFirst(3)) == Loader.load(Base.files).snapshot?.schema.attributes.map(\.name))
    let fitting: [String: [String]] = [
      "string": ["contains", "startsWith", "endsWith", "exists"],
      "integer": ["atLeast", "atMost", "moreThan", "lessThan", "exists"],
      "number": ["atLeast", "atMost", "moreThan", "lessThan", "exists"],
      "version": ["atLeast", "atMost", "moreThan", "lessThan", "exists"],
      "time": ["before", "after", "exists"], "boolean": ["exists"], "list": ["exists"],
    ]
    for type in AttributeType.allCases {
      let file = "attributes: { x: { type: \(type.rawValue) } }"
      let schemas = FolderSchemas(Base.with(["Paywalls/targeting/attributes.yaml": file]))
      let definition = try #require(schemas["experiment"]["$defs"]?["\(type.rawValue)Test"])
      let operators = definition["properties"] ?? definition["anyOf"]?.items?.last?["properties"]
      #expect(operators?.members?.map(\.key) == fitting[type.rawValue])
    }
  }
}

/// Goes through a schema and the schemas in it.
enum SchemaWalk {
  static let known: Set<String> = [
    "$schema", "$id", "title", "description", "default", "examples", "$defs", "$ref", "type",
    "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems",
    "maxItems", "minProperties", "items", "contains", "required", "properties",
    "additionalProperties", "propertyNames", "anyOf", "allOf", "not", "if", "then",
  ]

  static func visit(_ schema: Content, at path: String = "", _ visitor: (Content, String) -> Void) {
    guard let members = schema.members else { return }
    visitor(schema, path)
    for member in members {
      let place = "\(path)/\(member.key)"
      switch member.key {
      case "$defs", "properties":
        for inner in member.value.members ?? [] {
          visit(inner.value, at: "\(place)/\(inner.key)", visitor)
        }
      case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then":
        visit(member.value, at: place, visitor)
      case "anyOf", "allOf":
        for (index, inner) in (member.value.items ?? []).enumerated() {
          visit(inner, at: "\(place)/\(index)", visitor)
        }
      default: break
      }
    }
  }
}
