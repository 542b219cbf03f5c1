import YAMLText

@testable import CatalogFiles

/// Reads configuration as people write it. The first byte chooses: the text with an edit, the text
/// in a whole configuration, or an Xcode file.
func fuzzYAML(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choice
  switch choice % 4 {
  case 0, 1:
    // The next bytes choose the edit.
    try checkText(Array(rest.dropFirst(4)), edit: Array(rest.prefix(4)))
  case 2: try checkConfiguration(rest)
  default:
    let (_, diagnostics) = StoreKitFile.parse(rest, path: "x.storekit")
    let readable = StoreKitFile.readable(rest, path: "x.storekit")
    try check(diagnostics, in: readable)
  }
}

/// Every finding is inside the text and can be shown.
private func check(_ diagnostics: [Diagnostic], in source: SourceText) throws {
  let count = source.text.utf8.count
  for diagnostic in diagnostics.prefix(100) {
    try require(!diagnostic.text(source: source).isEmpty, "it shows nothing")
    guard let range = diagnostic.range, count > 0 else { continue }
    try require(
      0 <= range.start.offset && range.start <= range.end && range.end.offset <= count,
      "\(diagnostic.message) is outside of the text")
  }
}

private func checkText(_ bytes: [UInt8], edit: [UInt8]) throws {
  let (document, diagnostics) = Document.parse(bytes, path: "x.yaml")
  try require(document.root != nil || !diagnostics.isEmpty || isBlank(document), "no word of it")
  try check(diagnostics, in: document.source)
  guard let root = document.root, diagnostics.isEmpty else { return }

  if let formatted = try? document.formatted() {
    try require(formatted.root?.means(root) == true, "formatting says something else")
    let again = try? formatted.formatted()
    try require(again?.source.text == formatted.source.text, "formatting twice changes more")
  }
  guard edit.count == 4 else { return }
  try checkEdit(of: document, root, at: edit)
}

/// True if it has nothing but comments, blanks and byte order marks.
private func isBlank(_ document: Document) -> Bool {
  (1...document.source.lineCount).allSatisfy { number in
    let line = document.source.line(number).unicodeScalars
      .drop { [" ", "\t", "\u{FEFF}"].contains($0) }
    return line.isEmpty || line.first == "#" || line.first == "%"
      || line.starts(with: "---".unicodeScalars) || line.starts(with: "...".unicodeScalars)
  }
}

/// Checks the lines of a configuration file: one file of a small app is replaced.
private func checkConfiguration(_ input: [UInt8]) throws {
  let (choice, text) = input.choice
  let paths = SmallConfiguration.paths
  let path = paths[Int(choice) % paths.count]
  var files = SmallConfiguration.files
  files[path] = text
  let (snapshot, report) = Loader.load(ConfigurationFiles(files: files))
  try require((snapshot == nil) == report.hasErrors, "a snapshot of what has errors, or none")
  for diagnostic in report.diagnostics {
    try require(diagnostic.help != nil, "no help: \(diagnostic.message)")
  }
  for (name, source) in report.sources {
    try check(report.diagnostics.filter { $0.file == name }, in: source)
  }
}
