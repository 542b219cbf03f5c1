import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog

/// `paywall experiment delete ID`.
struct ExperimentDelete: EditsExperiment {
  static let configuration = CommandConfiguration(
    "delete", "Delete the file of a draft; what has run is archived instead.",
    examples: "paywall experiment delete lite-first")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    let found = file.experiment
    guard found.status == .draft else {
      throw found.refusal(
        "\(file.stage.predicate), and only a draft is deleted",
        help: found.status == .archived
          ? "its file is the record of what ran; remove it by hand if it is not needed"
          : file.stage == .ended
            ? "'paywall experiment archive \(found.id)' puts it away, and keeps it as a record"
            : "'paywall experiment stop \(found.id) --after keep' ends it")
    }
    try file.editor.apply(
      Proposal(
        path: ExperimentFile.path(of: found.id), text: nil,
        question: "Delete '\(found.id)'?", done: "Deleted '\(found.id)'.",
        effects: ["No visitor has seen it, so nothing changes for visitors."]))
  }
}
