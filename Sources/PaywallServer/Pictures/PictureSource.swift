import CatalogFiles
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallPictures
import PaywallTextCoding

/// Pictures of a release, with the prices and images that the folder has now.
struct PictureSource: Sendable {
  /// The folder of the configuration.
  let folder: String
  let now: @Sendable () -> Timestamp

  func maker(_ release: PreparedRelease) -> PictureMaker {
    let (files, _) = ConfigurationFiles.read(folder)
    return PictureMaker(
      release.compiled, prices: files.priceLists, folder: try? ConfigurationFolder(folder))
  }

  /// The pictures of an experiment's variants, for a page of the server, with its style.
  func variants(
    of experiment: Experiment, in release: PreparedRelease
  ) -> (markup: Markup, style: Markup) {
    let links = experiment.placements.map { placement -> Markup in
      "<a href=\"\(text: Self.address(of: placement))\">Pictures of \(text: placement)</a>\n"
    }
    return VariantSheet(of: experiment, in: release.snapshot, by: maker(release), at: now())
      .contactSheet { placement, forced in
        Self.address(of: placement, Self.query(forced), page: "/picture")
      }.part(instead: "<p>\(links)</p>")
  }

  /// A page of the server.
  static func address(
    of name: String, _ query: [(name: String, value: String)] = [], page: String = ""
  ) -> String {
    let items = query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    return "/preview/\(name.percentEncoded)\(page)\(items.isEmpty ? "" : "?\(items)")"
  }

  static func query(_ forced: ForcedVariant) -> [(name: String, value: String)] {
    [("experiment", forced.experiment), ("variant", forced.variant)]
  }
}
