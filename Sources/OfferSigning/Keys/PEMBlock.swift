/// One `-----BEGIN …-----` to `-----END …-----` block of a PEM text.
struct PEMBlock {
  enum Kind { case privateKey, publicKey, certificate, parameters, other }

  /// The text after BEGIN, e.g. `EC PRIVATE KEY`.
  let label: String
  /// The lines from BEGIN to END, each ended by a line feed.
  let text: String

  var kind: Kind {
    if label.hasSuffix("PRIVATE KEY") && label != "OPENSSH PRIVATE KEY" { return .privateKey }
    if label.hasSuffix("PUBLIC KEY") { return .publicKey }
    if label.hasSuffix("CERTIFICATE") { return .certificate }
    return label.hasSuffix("PARAMETERS") ? .parameters : .other
  }

  var isEncrypted: Bool {
    label == "ENCRYPTED PRIVATE KEY" || text.contains("Proc-Type: 4,ENCRYPTED")
  }

  /// The blocks of a text in order; anything around them is left out.
  static func blocks(in text: String) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var label: String?
    var lines: [Substring] = []
    for var line in text.split(whereSeparator: \.isNewline) {
      while let last = line.last, last.isWhitespace { line.removeLast() }
      if let opened = boundary("BEGIN", in: line) {
        label = opened
        lines = []
        line = Substring("-----BEGIN \(opened)-----")
      }
      guard let current = label else { continue }
      lines.append(line)
      guard boundary("END", in: line) == current else { continue }
      // `split` drops blank lines; the one after the headers of an old encrypted block is needed.
      if let header = lines.lastIndex(where: { $0.contains(": ") }) {
        lines.insert("", at: header + 1)
      }
      let text = lines.map { $0 + "\n" }.joined()
      blocks.append(PEMBlock(label: current, text: text))
      label = nil
    }
    return blocks
  }

  private static func boundary(_ word: String, in line: Substring) -> String? {
    let line = line.drop { $0 == "\u{FEFF}" || $0 == " " }
    let start = "-----\(word) "
    guard line.hasPrefix(start), line.hasSuffix("-----"), line.utf8.count > start.utf8.count + 5
    else { return nil }
    return String(line.dropFirst(start.count).dropLast(5))
  }
}

extension [PEMBlock] {
  /// The only private key of a text; throws what the text contains instead.
  func privateKey() throws(SigningKeyError) -> PEMBlock {
    let keys = filter { $0.kind == .privateKey }
    if keys.count > 1 { throw .severalKeys }
    if let key = keys.first { return key }
    if contains(where: { $0.kind == .publicKey }) { throw .publicKeyGiven }
    if contains(where: { $0.kind == .certificate }) { throw .certificateGiven }
    guard let other = first else { throw .notPEM }
    throw .notAKey(label: other.label)
  }

  /// The one key of a text, public or private: enough to verify.
  func anyKey() throws(SigningKeyError) -> PEMBlock {
    let keys = filter { $0.kind == .publicKey }
    if keys.count > 1 { throw .severalKeys }
    if let key = keys.first, !contains(where: { $0.kind == .privateKey }) { return key }
    return try privateKey()
  }
}
