internal import PaywallCatalog
internal import YAMLText

/// Reads all files of a configuration into a draft.
struct DraftReader {
  let parsed: ParsedFiles
  private var files: ConfigurationFiles { parsed.files }
  let sink: DiagnosticSink
  private(set) var sources: [String: SourceText] = [:]
  private(set) var draft = Draft()
  private var roots: [Layout: Parsed] = [:]
  private var paywalls: [String: Parsed] = [:]
  private var experiments: [String: Parsed] = [:]
  private var personas: [String: Parsed] = [:]

  /// A file that was parsed as YAML.
  private struct Parsed {
    var root: Node
    var context: DecodingContext
  }

  /// - Parameter allowed: warnings that may stay.
  init(_ parsed: ParsedFiles, allowed: AllowedWarnings? = nil) {
    self.parsed = parsed
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
      let layout = Layout(path: path)
      let bytes = files.files[path] ?? []
      switch layout {
      case .ignored: continue
      case .misplaced(let why): sink.add(.misplaced(path, why))
      case .certificate: draft.certificates[Layout.split(path).name] = bytes
      case .storeKit:
        draft.storeKitFiles.append((path, bytes))
        sources[path] = StoreKitFile.readable(bytes, path: path)
      default: take(path, layout)
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

  private mutating func take(_ path: String, _ layout: Layout) {
    guard let (document, diagnostics) = parsed.document(path) else { return }
    sources[path] = layout == .keys ? document.source.withoutSecrets : document.source
    for diagnostic in diagnostics { sink.add(diagnostic) }
    sink.addErrors(document.omitted, in: path)
    checkName(layout, path)
    let context = DecodingContext(path: path, sink: sink)
    let cut = CutTexts(in: document).diagnostics
    for diagnostic in cut { sink.add(diagnostic) }
    guard let root = document.root, cut.isEmpty else {
      lose(layout)
      if diagnostics.isEmpty, cut.isEmpty {
        context.error(
          .emptyFile, at: document.source.range(0..<0), "this file is empty",
          help: "fill it, or delete it")
      }
      return
    }
    switch layout {
    case .paywall(let id): paywalls[id] = Parsed(root: root, context: context)
    case .experiment(let id): experiments[id] = Parsed(root: root, context: context)
    case .persona(let id): personas[id] = Parsed(root: root, context: context)
    default: roots[layout] = Parsed(root: root, context: context)
    }
    draft.declare(layout)
  }

  /// Handles a file that cannot be read: it may have declared anything.
  private mutating func lose(_ layout: Layout) {
    draft.isWhole = false
    draft.unread.formUnion(layout.declares)
    draft.declare(layout)
  }

  /// The name of a file is an id.
  private func checkName(_ layout: Layout, _ path: String) {
    let (kind, name): (String, String)
    switch layout {
    case .paywall(let id): (kind, name) = ("paywall", id)
    case .experiment(let id): (kind, name) = ("experiment", id)
    case .persona(let id): (kind, name) = ("persona", id)
    default: return
    }
    if kind == "paywall", name == Show.nothingWord {
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
    if let file = roots[.app] { draft.app = Declared<App, AppKey>(file.root, file.context) }
    if let file = roots[.products] {
      let products = ProductsFile(file.root, file.context)
      draft.groups = products.groups
      draft.products = products.products
      draft.names[.group] = products.groupNames
      draft.names[.product] = products.productNames
    }
    if let file = roots[.keys] { draft.keys = DeclaredKey.all(in: file.root, file.context) }
  }

  private mutating func readTargeting() {
    let vocabulary = vocabulary()
    draft.schema = vocabulary.schema
    if let file = roots[.audiences] {
      let (audiences, names) = DeclaredAudience.all(in: file.root, file.context, vocabulary)
      draft.audiences = audiences
      draft.names[.audience] = names
    }
    draft.names[.audience, default: []].insert(Condition.everyone)
    if let file = roots[.offers] {
      let (offers, names) = DeclaredOffer.all(in: file.root, file.context, vocabulary)
      draft.offers = offers
      draft.names[.offer] = names
    }
    if let file = roots[.placements] {
      let placements = PlacementsFile(file.root, file.context, vocabulary)
      draft.placements = placements.placements
      draft.fallback = placements.fallback
      draft.names[.placement] = placements.names
    }
    if let file = roots[.layers] {
      let layers = LayersFile(file.root, file.context)
      draft.layers = layers.layers
      draft.holdout = layers.holdout
      draft.names[.layer] = layers.names
    }
  }

  private mutating func readShown() {
    let vocabulary = vocabulary()
    for (id, file) in paywalls.sorted(by: { $0.key < $1.key }) {
      guard let paywall = DeclaredPaywall(id: id, file.root, file.context, vocabulary) else {
        continue
      }
      draft.paywalls.append(paywall)
    }
    for (id, file) in experiments.sorted(by: { $0.key < $1.key }) {
      guard let experiment = DeclaredExperiment(id: id, file.root, file.context, vocabulary) else {
        continue
      }
      draft.experiments.append(experiment)
    }
    for (id, file) in personas.sorted(by: { $0.key < $1.key }) {
      guard let persona = DeclaredPersona(id: id, file.root, file.context, vocabulary) else {
        continue
      }
      draft.personas.append(persona)
    }
  }

  private mutating func vocabulary() -> Vocabulary {
    if let vocabulary = known { return vocabulary }
    var vocabulary = Vocabulary()
    vocabulary.isComplete = !draft.unread.contains(.group) && !hasLostAttributes
    var declared: [Attribute] = []
    if let file = roots[.attributes] {
      let (attributes, isComplete) = Attribute.all(in: file.root, file.context)
      declared = attributes
      vocabulary.isComplete = vocabulary.isComplete && isComplete
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
  /// A file declares an entity of its name, whatever its content.
  fileprivate mutating func declare(_ layout: Layout) {
    switch layout {
    case .paywall(let id): names[.paywall, default: []].insert(id)
    case .experiment(let id): names[.experiment, default: []].insert(id)
    default: break
    }
  }
}
