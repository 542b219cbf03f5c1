import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import YAMLText

/// `traffic=80%`.
struct Assignment: ExpressibleByArgument {
  let keys: [String]
  /// The new value; `nil` removes the key.
  let value: String?

  init?(argument: String) {
    // The split is by scalars: the value may begin with an accent, which would be one character
    // with '='.
    let scalars = argument.unicodeScalars
    guard let equals = scalars.firstIndex(of: "="), equals > scalars.startIndex else { return nil }
    keys = scalars[..<equals].split(separator: ".", omittingEmptySubsequences: false)
      .map { String($0) }
    guard !keys.contains("") else { return nil }
    let written = scalars[scalars.index(after: equals)...]
    value = written.isEmpty ? nil : String(written)
  }

  var path: DocumentPath { DocumentPath(keys.map { .key($0) }) }

  /// Refuses keys that a verb writes, together with the keys that go with them.
  func checkHasNoVerb(for experiment: Experiment) throws {
    let (verb, why): (String, String)
    switch keys[0] {
    case "status": (verb, why) = ("start', 'pause', 'resume', 'stop' or 'archive", "the stage")
    case "seed": (verb, why) = ("start", "the seed, which is always random")
    case "phase": (verb, why) = ("restart", "the phase, with a new seed")
    case "share", "paywall":
      let name = experiment.variants.map(\.name).first { $0 != Experiment.control }
      throw Failure(
        .wrongUsage, "'\(keys[0])' is a key of a variant",
        help: "write variants.\(name ?? "NAME").\(keys[0])=\(value ?? "")")
    case "winner": (verb, why) = ("stop --after winner --winner VARIANT", "the winner")
    default: return
    }
    throw Failure(
      .wrongUsage, "'\(keys[0])' is not set by hand",
      help: "'paywall experiment \(verb)' writes \(why)")
  }
}

extension [Assignment] {
  func edits(in document: Document) throws -> [Edit] {
    try compactMap { change in
      let path = FormerNames.path(of: change.keys, in: document)
      guard let written = change.value else {
        guard document.root?.value(at: path) != nil else { return nil }
        return .remove(path)
      }
      return .set(
        path,
        change.isText
          ? .text(written)
          : try YAMLValue(
            typed: written, as: "the value of '\(change.path)'",
            help: "quote it for your shell: \(change.path)='…'"))
    }
  }
}

extension Assignment {
  /// True if the value of the key is one text, which is written as it was typed. The others may be
  /// lists or mappings.
  fileprivate var isText: Bool {
    switch keys[0] {
    case "placement", "audience", "traffic", "variants", "schedule", "metrics": false
    case "override": keys.count > 1
    default: true
    }
  }
}

extension YAMLValue {
  /// A value that a person typed as the files write it: a list, a mapping, or a text, which may have
  /// quotes.
  ///
  /// - Throws: a failure for a value that is not YAML, and for a comment, which would be lost.
  init(
    typed written: String, as subject: String, help: String
  ) throws {
    let (document, mistakes) = Document.parse(written, path: subject)
    guard let root = document.root, mistakes.isEmpty else {
      throw Failure(
        .wrongUsage,
        "\(subject) cannot be read: \(mistakes.first?.message ?? "it is empty")", help: help)
    }
    if let scalar = root.scalar, scalar.style == .plain {
      // Text with a comment is text: the person typed no file.
      self = document.hasComments ? .text(written) : YAMLValue(root)
      return
    }
    guard !document.hasComments else {
      throw Failure(
        .wrongUsage, "\(subject) holds a comment, which would be lost",
        help: "leave out what follows '#', or put quotes around the text that holds it")
    }
    self = YAMLValue(root)
  }
}
