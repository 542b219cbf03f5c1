internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// The certificate of Xcode's test data is a file beside `app.yaml`, and only used for `xcode`.
  static let certificate = ValidationRule { draft, sink in
    guard let app = draft.app, let name = app.value.xcodeCertificate else { return }
    if let bytes = draft.certificates[name] {
      if !isCertificate(bytes) {
        sink.error(
          .invalidValue, at: app.places[.xcodeCertificate],
          "the file Paywalls/store/\(name) is no certificate",
          help: "save it again from Xcode: Editor > Save Public Certificate")
      }
    } else {
      let near = Nearest.match(for: name, among: draft.certificates.keys)
      sink.error(
        .unknownName, at: app.places[.xcodeCertificate], "there is no file Paywalls/store/\(name)",
        help: near.map { "did you mean '\($0)'?" }
          ?? "save it there from Xcode: Editor > Save Public Certificate")
    }
    if !app.value.environments.contains(.xcode) {
      sink.warning(
        .noEffect, at: app.places[.xcodeCertificate],
        "the environment 'xcode' is not served, so this certificate is not used",
        help: "add xcode to 'environments', or remove the key")
    }
  }
}

/// Whether the bytes could be a certificate: one in PEM, or one whole SEQUENCE of DER (X.690) that
/// begins with another. The verifier reads it fully.
private func isCertificate(_ bytes: [UInt8]) -> Bool {
  if bytes.starts(with: "-----BEGIN CERTIFICATE-----".utf8) { return true }
  guard bytes.count > 4, bytes[0] == 0x30, bytes[1] == 0x82, bytes[4] == 0x30 else { return false }
  return Int(bytes[2]) << 8 + Int(bytes[3]) == bytes.count - 4
}
