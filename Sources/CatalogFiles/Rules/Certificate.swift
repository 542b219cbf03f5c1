internal import Catalog
internal import YAMLText

extension Rule {
  /// The certificate of Xcode's test data is a file beside `app.yaml`, and of use only for `xcode`.
  static let certificate = Rule { draft, notebook in
    guard let app = draft.app, let name = app.value.xcodeCertificate else { return }
    if !draft.certificates.contains(name) {
      let near = Nearest.match(for: name, among: draft.certificates.sorted())
      notebook.error(
        .unknownName, at: app.places[.xcodeCertificate], "there is no file Paywalls/store/\(name)",
        help: near.map { "did you mean '\($0)'?" }
          ?? "save it there from Xcode: Editor > Save Public Certificate")
    }
    if !app.value.environments.contains(.xcode) {
      notebook.warning(
        .noEffect, at: app.places[.xcodeCertificate],
        "the environment 'xcode' is not served, so this certificate is not used",
        help: "add xcode to 'environments', or remove the key")
    }
  }
}
