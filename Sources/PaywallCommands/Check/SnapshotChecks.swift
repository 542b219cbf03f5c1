import CatalogFiles
import HTTPDocuments
import PaywallCatalog
import PaywallDecisions
import PaywallPresentation
import Planning
import Serving
import YAMLText

/// Checks of a valid configuration: expectations of personas that fail, and changes that break
/// running experiments.
struct SnapshotChecks {
  let snapshot: Snapshot
  let files: ConfigurationFiles
  let now: Timestamp

  /// Returns a diagnostic for each expectation of a persona that does not hold.
  func personas() -> [Diagnostic] {
    guard !snapshot.personas.isEmpty else { return [] }
    return CompiledSnapshot(snapshot).personaFailures(at: now).map {
      diagnostic(.error, "personaFailed", $0.file, $0.keys, $0.message, help: $0.help)
    }
  }

  /// Returns a warning for each image of the folder that is missing, or too heavy for a phone.
  func images(in folder: String) -> [Diagnostic] {
    guard let folder = try? ConfigurationFolder(folder) else { return [] }
    return snapshot.paywalls.values.sorted { $0.id < $1.id }.flatMap { paywall in
      (paywall.content.first { $0.key == ContentWord.hero.rawValue }?.value.images ?? [])
        .compactMap { image in self.image(image, of: paywall.id, in: folder) }
    }
  }

  private func image(
    _ image: (keys: [String], name: String), of paywall: String, in folder: ConfigurationFolder
  ) -> Diagnostic? {
    let path = "\(ConfigurationPath.paywalls)/\(image.name)"
    guard path.hasPrefix("\(ConfigurationPath.images)/") else { return nil }
    let keys = ["content", ContentWord.hero.rawValue] + image.keys
    let file = ConfigurationPath.paywall(paywall)
    let found: Diagnostic
    if case .file(let identity)? = try? folder.entry(at: path) {
      guard identity.size > Self.mostImageBytes else { return nil }
      found = diagnostic(
        .warning, "heavyImage", file, keys,
        "'\(path)' has \((identity.size + 1023) / 1024) KB, and a paywall waits for it",
        help: "save it with 400 KB or less, as WebP or with fewer pixels")
    } else {
      found = diagnostic(
        .warning, "missingImage", file, keys, "there is no file '\(path)'",
        help: "add it, or name one that is there")
    }
    // A paywall that inherits the content has no such line, and the one that it extends is reported.
    return found.range == nil ? nil : found
  }

  /// Returns an error for each image of a message that Apple would not take, and a warning for one that
  /// changed since it was uploaded to Apple.
  func pictures(in folder: String) -> [Diagnostic] {
    guard let folder = try? ConfigurationFolder(folder) else { return [] }
    return snapshot.retention.values.sorted { $0.id < $1.id }.flatMap { message in
      message.files.compactMap { picture($0.file, $0.isIcon, of: message, in: folder) }
    }
  }

  private func picture(
    _ name: String, _ isIcon: Bool, of message: RetentionMessage, in folder: ConfigurationFolder
  ) -> Diagnostic? {
    let file = ConfigurationPath.retention(message.id)
    let keys = [isIcon ? "bullets" : "image"]
    do throws(RetentionPicture.Mistake) {
      let picture = try RetentionPicture(
        name, isIcon: isIcon, of: snapshot.app.bundleId, in: folder)
      let known = message.texts.values.flatMap(\.images).first { $0.file == name }?.identifier
      guard let known, known != picture.identifier else { return nil }
      return diagnostic(
        .warning, "changedImage", file, keys,
        "'\(ConfigurationPath.paywalls)/\(name)' changed since it was uploaded to Apple, which shows "
          + "the former one",
        help: "upload it to Apple with 'paywall retention push'")
    } catch {
      return diagnostic(.error, "unusableImage", file, keys, error.message, help: error.help)
    }
  }

  /// 400 KB.
  private static let mostImageBytes: Int64 = 400 * 1024

  /// Returns a diagnostic for each change since another revision that breaks a running experiment.
  func breaches(
    since base: (ConfigurationFiles, [Diagnostic])?, called name: String?
  ) -> [Diagnostic] {
    guard let (base, found) = base else { return [] }
    guard let old = Loader.load(ParsedFiles(base), found: found).snapshot else {
      return [
        Diagnostic(
          .error, code: .baseHasErrors, in: ConfigurationPath.paywalls, at: nil,
          "the configuration of \(name ?? "the base") has errors, so nothing was compared with it",
          help: "compare with a revision that 'paywall check' finds no mistakes in")
      ]
    }
    return Planning.breaches(from: old, to: snapshot, at: now).map { breach in
      diagnostic(
        breach.severity == .error ? .error : .warning, breach.code.rawValue, breach.file,
        breach.keys, breach.message, help: breach.help)
    }
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ file: String, _ keys: [String],
    _ message: String, help: String
  ) -> Diagnostic {
    let document = files.files[file].map { Document.parse($0, path: file).0 }
    return Diagnostic(
      severity, code: Diagnostic.Code(code), in: file,
      at: document.flatMap { $0.place(of: FormerNames.path(of: keys, in: $0)) }, message,
      help: help)
  }
}

extension Content {
  /// The images of a hero, in all languages, with the keys below it.
  fileprivate var images: [(keys: [String], name: String)] {
    if let text = plainText { return [([], text)] }
    return ["image", "dark"].flatMap { key -> [(keys: [String], name: String)] in
      switch self[key] {
      case .text(let name)?: [([key], name)]
      case .localised(let values)?:
        values.sorted { $0.key < $1.key }.compactMap { locale, value in
          value.plainText.map { ([key, locale], $0) }
        }
      default: []
      }
    }
  }
}

extension Diagnostic.Code {
  fileprivate static let baseHasErrors = Diagnostic.Code("baseHasErrors")
}
