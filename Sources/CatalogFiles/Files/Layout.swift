internal import Serving
internal import YAMLText

/// The role of a file, by its folder and name.
enum Layout: Hashable {
  case app, products, offers, keys, rates, prices, refunds, webhooks, exports, approvals
  case attributes, audiences, placements, layers
  case storeKit, certificate
  case persona(String)
  case retention(String)
  case paywall(String)
  case experiment(String)
  /// Files that editors and people leave beside the configuration, `.app.yaml.swp`, `README.md`, and
  /// images.
  case ignored
  /// A path from which nothing is read.
  case misplaced(Misplaced)

  /// Why a file is not read, and what to do with it.
  struct Misplaced: Hashable {
    var isError: Bool
    var message: String
    var help: String
  }

  /// The files that have one fixed place.
  static let fixed: [String: Layout] = [
    ConfigurationPath.app: .app, ConfigurationPath.products: .products,
    ConfigurationPath.offers: .offers, ConfigurationPath.keys: .keys,
    ConfigurationPath.rates: .rates, ConfigurationPath.prices: .prices,
    ConfigurationPath.attributes: .attributes, ConfigurationPath.audiences: .audiences,
    ConfigurationPath.placements: .placements, ConfigurationPath.layers: .layers,
    ConfigurationPath.refunds: .refunds, ConfigurationPath.webhooks: .webhooks,
    ConfigurationPath.exports: .exports, ConfigurationPath.approvals: .approvals,
  ]

  init(path: String) {
    let (folder, name) = Self.split(path)
    let (stem, suffix) = Self.suffix(of: name)
    if Self.isIgnored(name, suffix) || folder == ConfigurationPath.images && suffix.isOfImage {
      self = .ignored
    } else if let fixed = Self.fixed[path] {
      self = fixed
    } else if !ConfigurationPath.folders.contains(folder) {
      self = .misplaced(.folder(folder, holds: suffix))
    } else if suffix == "yml" {
      self = .misplaced(.yml(stem))
    } else if suffix == "yaml" {
      self = Self.yaml(folder, stem, path)
    } else if folder == ConfigurationPath.store, suffix == "storekit" || suffix == "cer" {
      self = suffix == "cer" ? .certificate : .storeKit
    } else {
      self = .misplaced(.other(name))
    }
  }

  private static func yaml(_ folder: String, _ stem: String, _ path: String) -> Layout {
    switch folder {
    case ConfigurationPath.experiments: .experiment(stem)
    case ConfigurationPath.paywalls: .paywall(stem)
    case ConfigurationPath.personas: .persona(stem)
    case ConfigurationPath.retention: .retention(stem)
    default: .misplaced(.name(path))
    }
  }

  private static func isIgnored(_ name: String, _ suffix: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~") || name == "4913"
      || ["swp", "swo", "tmp", "bak", "orig", "md"].contains(suffix)
  }

  /// `a/b/c.yaml` is `a/b` and `c.yaml`.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func suffix(of name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}

extension Layout.Misplaced {
  fileprivate static func yml(_ stem: String) -> Layout.Misplaced {
    Layout.Misplaced(
      isError: true, message: "files that end in .yml are not read",
      help: "rename it to '\(stem).yaml'")
  }

  fileprivate static func name(_ path: String) -> Layout.Misplaced {
    let (folder, name) = Layout.split(path)
    let names = Layout.fixed.keys.map { Layout.split($0) }.filter { $0.folder == folder }
      .map(\.name).sorted()
    return Layout.Misplaced(
      isError: true, message: "nothing is read from a file called '\(name)' here",
      help: Nearest.match(for: name, among: names).map { "did you mean '\($0)'?" }
        ?? "this folder holds \(Nearest.list(names)); paywalls are at the top of 'Paywalls'")
  }

  fileprivate static func folder(_ folder: String, holds suffix: String) -> Layout.Misplaced {
    let near = Nearest.match(for: folder, among: ConfigurationPath.folders)
    return Layout.Misplaced(
      isError: ["yaml", "yml", "storekit"].contains(suffix),
      message: folder.isEmpty
        ? "nothing is read from here" : "nothing is read from a folder called '\(folder)'",
      help: near.map { "did you mean '\($0)'?" }
        ?? "move it to \(Nearest.list(ConfigurationPath.folders))")
  }

  fileprivate static func other(_ name: String) -> Layout.Misplaced {
    Layout.Misplaced(
      isError: false, message: "'\(name)' is not read",
      help: "move it out of the configuration; notes may stay in files that end in .md")
  }
}

extension String {
  /// Whether it is the suffix of a file that holds an image.
  fileprivate var isOfImage: Bool {
    ["png", "jpg", "jpeg", "webp", "gif", "heic", "svg", "pdf"].contains(lowercased())
  }
}
