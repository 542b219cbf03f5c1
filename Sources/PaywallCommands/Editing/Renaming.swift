import CatalogFiles
import CommandSupport
import PaywallCatalog
import PaywallTextCoding
import Serving
import YAMLText

/// Gives a name of the configuration another text: where it is declared, and wherever it is used.
struct Renaming {
  let kind: NameUses.Kind
  let old: String
  let new: String

  /// - Throws: a failure if there is no such name, or the new one is taken or not allowed.
  func proposal(in editor: ConfigurationEditor) throws -> Proposal {
    let names = editor.snapshot.names(of: kind)
    try Dictionary(names.map { ($0, ()) }) { first, _ in first }.named(old, kind.rawValue)
    guard !names.contains(new) else {
      throw Failure(
        .no, "there is \(kind.phrase) '\(new)' already", help: "choose another name")
    }
    if kind.isFile { try new.checkIsFileName() }
    let uses = NameUses(of: kind, old, in: editor.parsed)
    var changes = try uses.files.filter { $0 != kind.file(of: old) }.map { file in
      FileChange(path: file, text: try text(of: file, uses, editor))
    }
    if let file = kind.file(of: old), let path = kind.file(of: new) {
      // The new file comes first and the old one goes last, so that no use dangles for long.
      changes.insert(FileChange(path: path, text: try text(of: file, uses, editor)), at: 0)
      changes.append(FileChange(path: file, text: nil))
    }
    guard let first = changes.first else {
      throw Failure(
        .no, "'\(old)' is not declared in the files, so it cannot be renamed",
        help: "the built-in \(kind.rawValue)s are the same in every app")
    }
    let places = uses.uses.count
    return Proposal(
      path: first.path, text: first.text, others: Array(changes.dropFirst()),
      question: "Rename '\(old)' to '\(new)'?", done: "Renamed '\(old)' to '\(new)'.",
      effects: [
        places == 1 ? "It is used in 1 place." : "It is used in \(places) places."
      ] + consequences(in: editor.snapshot),
      renamedPersonas: kind == .persona ? [new: old] : [:])
  }

  private func text(
    of file: String, _ uses: NameUses, _ editor: ConfigurationEditor
  ) throws -> String {
    let bytes = editor.files.files[file] ?? []
    let document = Document.parse(bytes, path: file).0
    let edits = identity(in: file, document, editor.snapshot) + uses.edits(of: file, to: new)
    guard !edits.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
    return try document.text(after: edits, for: editor.console)
  }
}

extension Renaming {
  /// Keeps the identifier that App Store Connect knows an offer by, which is its key unless the file
  /// says otherwise.
  private func identity(in file: String, _ document: Document, _ snapshot: Snapshot) -> [Edit] {
    let path: DocumentPath = ["offers", old, "id"]
    guard kind == .offer, file == ConfigurationPath.offers, document.root?.value(at: path) == nil,
      let offer = snapshot.offers[old], offer.kind != .introductory
    else { return [] }
    return [.insert(path, .text(offer.id), .after("kind"))]
  }

  private func consequences(in snapshot: Snapshot) -> [String] {
    guard kind == .offer, let offer = snapshot.offers[old] else {
      return [kind.consequence(of: old, new)].compactMap(\.self)
    }
    var sentences = [
      "Apps get the new key in answers; one that compares it with '\(old)' finds none."
    ]
    if offer.kind == .promotional {
      sentences.append(
        offer.id.hasSameUTF8(as: old)
          ? "One that asks to have '\(old)' signed still gets it: that stays the identifier in App "
            + "Store Connect."
          : "One in use that asks to have '\(old)' signed gets 'unknownOffer': release one that asks "
            + "for its identifier '\(offer.id)' first.")
    }
    if offer.limit != nil {
      sentences.append(
        "Grants that are open now and those of today stay under '\(old)' in the ledger, so the "
          + "limits of '\(new)' do not count them.")
    }
    return sentences
  }
}

extension Snapshot {
  /// Returns the declared names, sorted.
  func names(of kind: NameUses.Kind) -> [String] {
    switch kind {
    case .paywall: paywalls.keys.sorted()
    case .product: products.keys.sorted()
    case .audience: audiences.keys.sorted()
    case .persona: personas.keys.sorted()
    case .offer: offers.keys.sorted()
    case .attribute:
      schema.attributes.filter { $0.origin == .declared }.map(\.name).sorted()
    }
  }
}

extension NameUses.Kind {
  /// The kind with its article: `an audience`.
  var phrase: String { "aeiou".contains(rawValue.prefix(1)) ? "an \(rawValue)" : "a \(rawValue)" }

  /// True if each has a file of its own.
  var isFile: Bool { self == .paywall || self == .persona }

  /// Returns the path of a name whose kind has a file for each.
  func file(of name: String) -> String? {
    switch self {
    case .paywall: ConfigurationPath.paywall(name)
    case .persona: ConfigurationPath.persona(name)
    case .product, .audience, .attribute, .offer: nil
    }
  }

  /// Returns the consequence of a new name outside of the files.
  fileprivate func consequence(of old: String, _ new: String) -> String? {
    switch self {
    case .paywall: "Apps get the new id in answers; one that compares it with '\(old)' sees none."
    case .product: "App Store Connect must have a product '\(new)'."
    case .attribute:
      "Apps in use send '\(old)', which then counts no more: release one that sends '\(new)' first."
    case .audience, .persona, .offer: nil
    }
  }
}

extension String {
  /// Checks that the id can be the name of a file.
  func checkIsFileName() throws {
    guard !Names.isFileName(self) else { return }
    throw Failure(
      .wrongUsage, "\(Diagnostic.quoted(self)) cannot be an id",
      help: "use at most 64 small letters, digits, '.', '_' and '-', the first a letter or a "
        + "digit: '\(Names.suggestion(for: lowercased()))'")
  }
}

extension NameUses {
  /// The places of the uses, a line each: `Paywalls/targeting/placements.yaml:6`.
  var lines: [String] { uses.map { "\($0.file):\($0.range.start.line)" } }
}
