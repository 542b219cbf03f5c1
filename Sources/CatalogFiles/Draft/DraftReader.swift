internal import PaywallCatalog
internal import Serving
internal import YAMLText

/// Reads all files of a configuration into a draft.
struct DraftReader {
  let parsed: ParsedFiles
  private var files: ConfigurationFiles { parsed.files }
  let sink: DiagnosticSink
  private(set) var sources: [String: SourceText] = [:]
  private(set) var draft = Draft()
  private var roots: [Layout: Root] = [:]
  private var paywalls: [String: ParsedFile] = [:]
  private var experiments: [String: ParsedFile] = [:]
  private var personas: [String: ParsedFile] = [:]
  private var retention: [String: ParsedFile] = [:]

  /// The value of a file that has one fixed place.
  private struct Root {
    var root: Node
    var context: DecodingContext

    /// `nil` if it is no mapping, or `read` finds no value.
    func read<Key: FileKey, Value>(
      _ name: String, knowing vocabulary: Vocabulary = .empty,
      _ read: (MappingReader<Key>) -> Value?
    ) -> Value? {
      var context = context
      context.vocabulary = vocabulary
      return MappingReader(root, context, as: name).flatMap(read)
    }
  }

  private let now: Timestamp?

  /// - Parameters:
  ///   - allowed: warnings that may stay.
  ///   - now: the moment of the check; `nil` if it does not matter.
  init(_ parsed: ParsedFiles, allowed: AllowedWarnings? = nil, at now: Timestamp? = nil) {
    self.parsed = parsed
    self.now = now
    sink = DiagnosticSink(allowed: allowed)
    parse()
    readStore()
    readTargeting()
    readShown()
    draft.uses = sink.uses
    draft.index()
  }

  // MARK: Files

  private mutating func parse() {
    for path in files.files.keys.sorted() {
      if let file = parsed.file(path) {
        take(file)
        continue
      }
      let layout = Layout(path: path)
      let bytes = files.files[path] ?? []
      switch layout {
      case .misplaced(let why): sink.add(.misplaced(path, why))
      case .certificate: draft.certificates[Layout.split(path).name] = bytes
      case .storeKit:
        let (file, mistakes) = StoreKitFile.parse(bytes, path: path)
        if let file { draft.storeKitFiles.append(file) }
        draft.storeKitMistakes += mistakes
        sources[path] = StoreKitFile.readable(bytes, path: path)
      default: continue
      }
    }
    for path in files.unread.sorted() { lose(Layout(path: path)) }
    for (path, layout) in Layout.required where files.files[path] == nil {
      guard !files.unread.contains(path) else { continue }
      lose(layout)
      sink.error(
        .missingFile, at: Place(file: path), "this file is missing",
        help: "create it; every configuration has it")
    }
  }

  private mutating func take(_ file: ParsedFile) {
    let (path, document) = (file.path, file.document)
    let layout = named(file.layout)
    sources[path] =
      switch layout {
      case .keys: document.source.withoutSecrets
      case .webhooks, .exports: document.source.withoutWebhookSecrets
      default: document.source
      }
    for diagnostic in document.diagnostics { sink.add(diagnostic) }
    sink.addErrors(document.omitted, in: path)
    checkName(file.layout, path)
    let context = DecodingContext(path: path, sink: sink)
    for diagnostic in file.cut { sink.add(diagnostic) }
    guard let root = file.root else {
      lose(layout)
      if document.diagnostics.isEmpty, file.cut.isEmpty {
        context.error(
          .emptyFile, at: document.source.range(0..<0), "this file is empty",
          help: "fill it, or delete it")
      }
      return
    }
    switch layout {
    case .paywall(let id): paywalls[id] = file
    case .experiment(let id): experiments[id] = file
    case .persona(let id): personas[id] = file
    case .retention(let id): retention[id] = file
    default: roots[layout] = Root(root: root, context: context)
    }
    draft.declare(layout)
  }

  /// Handles a file that cannot be read: it may have declared anything.
  private mutating func lose(_ layout: Layout) {
    draft.isWhole = false
    draft.unread.formUnion(layout.declares)
    draft.declare(layout)
  }

  /// Replaces an invalid id by the suggested one, unless another file has it. References to that id then
  /// cause no further errors.
  private func named(_ layout: Layout) -> Layout {
    func free(_ id: String, _ path: (String) -> String) -> String {
      let other = Names.suggestion(for: id).lowercased()
      return Names.isFileName(id) || files.files[path(other)] != nil ? id : other
    }
    return switch layout {
    case .paywall(let id): .paywall(free(id, ConfigurationPath.paywall))
    case .experiment(let id): .experiment(free(id, ConfigurationPath.experiment))
    case .persona(let id): .persona(free(id, ConfigurationPath.persona))
    case .retention(let id): .retention(free(id, ConfigurationPath.retention))
    default: layout
    }
  }

  /// The name of a file is an id.
  private func checkName(_ layout: Layout, _ path: String) {
    let (kind, name): (String, String)
    switch layout {
    case .paywall(let id): (kind, name) = ("paywall", id)
    case .experiment(let id): (kind, name) = ("experiment", id)
    case .persona(let id): (kind, name) = ("persona", id)
    case .retention(let id): (kind, name) = ("message", id)
    default: return
    }
    if ["paywall", "message"].contains(kind), name == Show.nothingWord {
      sink.error(
        .reservedName, at: Place(file: path), "'nothing' means that no paywall is shown",
        help: "give the file another name")
    }
    guard !Names.isFileName(name) else { return }
    sink.error(
      .invalidName, at: Place(file: path),
      "the name of the file is the id of the \(kind), and '\(name.shortened)' cannot be one",
      help: "use at most 64 small letters, digits, '.', '_' and '-', the first a letter or a "
        + "digit: '\(Names.suggestion(for: name).lowercased()).yaml'")
  }

  // MARK: Contents

  private mutating func readStore() {
    if let app = roots[.app]?.read("app.yaml", AppFile.init) {
      draft.app = app.app
      draft.contentTypes = app.contentTypes
    }
    if let file = roots[.products] {
      let products = file.read("products.yaml", ProductsFile.init)
      draft.groups = draft.values(products?.groups, of: .group)
      draft.products = draft.values(products?.products, of: .product)
    }
    draft.keys = roots[.keys]?.read("keys.yaml", DeclaredKey.all) ?? []
    draft.refunds = roots[.refunds].map { file in
      file.read("refunds.yaml", RefundsFile.init)
        ?? RefundsFile(
          at: file.context.place(
            SourceRange(start: file.root.range.start, end: file.root.range.start)))
    }
    draft.prices = roots[.prices].map { $0.read("prices.yaml", PricesFile.init) ?? PricesFile() }
    draft.webhooks = roots[.webhooks]?.read("webhooks.yaml", WebhookEndpoint.all) ?? []
    draft.exports = roots[.exports]?.read("exports.yaml", ExportSchedule.all) ?? []
    draft.approvals =
      roots[.approvals]?.read("approvals.yaml", ApprovalsFile.init) ?? ApprovalsFile()
    draft.rates = roots[.rates]?.read("rates.yaml", StoreRates.init)
  }

  private mutating func readTargeting() {
    let vocabulary = vocabulary()
    draft.schema = vocabulary.schema
    if let file = roots[.audiences] {
      let audiences = file.read("audiences.yaml", knowing: vocabulary, DeclaredAudience.all)
      draft.audiences = draft.values(audiences, of: .audience)
    }
    draft.names[.audience, default: []].insert(Condition.everyone)
    if let file = roots[.offers] {
      let offers = file.read("offers.yaml", knowing: vocabulary, DeclaredOffer.all)
      draft.offers = draft.values(offers, of: .offer)
    }
    if let file = roots[.placements] {
      let placements = file.read("placements.yaml", knowing: vocabulary, PlacementsFile.init)
      draft.placements = draft.values(placements?.placements, of: .placement)
      draft.fallback = placements?.fallback
    }
    if let file = roots[.layers] {
      let layers = file.read("layers.yaml", LayersFile.init)
      draft.layers = draft.values(layers?.layers, of: .layer)
      draft.holdout = layers?.holdout
    }
  }

  /// Decodes the files of paywalls, experiments, personas and messages, each kind by id.
  private mutating func readShown() {
    let terms = parsed.terms(vocabulary(), allowed: sink.allowances.list)
    let files = [paywalls, experiments, personas, retention].flatMap { files in
      files.sorted { $0.key < $1.key }.map(\.value)
    }
    // Files are decoded in steps, so that a folder of mistakes does not keep the findings of all
    // files at once.
    for start in stride(from: 0, to: files.count, by: Self.filesOfStep) {
      let step = Array(files[start..<min(start + Self.filesOfStep, files.count)])
      let closed = sink.found.full
      let decoded = parsed.concurrency.map(step, atLeast: 16) {
        $0.decoded(by: terms, closed: closed)
      }
      for file in decoded.compactMap(\.self) { take(file) }
    }
  }

  private static let filesOfStep = 512

  private mutating func take(_ file: DecodedFile) {
    sink.add(file.findings)
    switch file.declaration {
    case .paywall(let paywall): draft.paywalls.append(paywall)
    case .experiment(let experiment): draft.experiments.append(experiment)
    case .persona(let persona): draft.personas.append(persona)
    case .retention(let message): draft.retention.append(message)
    case nil: return
    }
  }

  private mutating func vocabulary() -> Vocabulary {
    if let vocabulary = known { return vocabulary }
    var vocabulary = Vocabulary()
    vocabulary.now = now
    vocabulary.isComplete = !draft.unread.contains(.group) && !hasLostAttributes
    var declared: [Attribute] = []
    if let file = roots[.attributes] {
      let read = file.read("attributes.yaml") { (keys: MappingReader<AttributesFileKey>) in
        (attributes: Attribute.all(keys), isThere: keys.has(.attributes))
      }
      declared = read?.attributes.values ?? []
      let isWhole = read.map { $0.attributes.isWhole && $0.isThere } ?? false
      vocabulary.isComplete = vocabulary.isComplete && isWhole
    }
    vocabulary.schema = AttributeSchema(
      declared: declared, groups: (draft.names[.group] ?? []).sorted())
    // More are refused, and are not searched in every text.
    vocabulary.locales = Array((draft.app?.value.locales ?? []).prefix(App.mostLocales))
    known = vocabulary
    return vocabulary
  }

  private var known: Vocabulary?

  private var hasLostAttributes: Bool {
    let path = ConfigurationPath.attributes
    return roots[.attributes] == nil
      && (files.files[path] != nil || files.unread.contains(path))
  }
}

extension Draft {
  /// Takes the names of a file that was read, and gives its values.
  fileprivate mutating func values<Value>(
    _ named: NamedValues<Value>?, of kind: EntityKind
  ) -> [Value] {
    names[kind] = named?.names ?? []
    return named?.values ?? []
  }

  /// A file declares an entity of its name, whatever its content.
  fileprivate mutating func declare(_ layout: Layout) {
    switch layout {
    // Placements show messages as they show paywalls.
    case .paywall(let id), .retention(let id): names[.paywall, default: []].insert(id)
    case .experiment(let id): names[.experiment, default: []].insert(id)
    default: break
    }
  }
}
