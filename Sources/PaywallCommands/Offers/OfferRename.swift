import ArgumentParser
import CatalogFiles
import PaywallCatalog

/// `paywall offer rename OLD NEW`.
struct OfferRename: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an offer everywhere it is named; nothing else of the files changes.",
    discussion: """
      The identifier in App Store Connect stays: an offer without an 'id' gets its old key as one.

      EXAMPLE
        paywall offer rename loyalty stayWithUs
        paywall offer rename loyalty stayWithUs --yes -m "A better name"
      """)

  @Argument(help: "Its key in offers.yaml.") var old: String
  @Argument(help: "Its new key.") var new: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    try checkIsNotCounted(in: editor.snapshot)
    try checkIsNotFrozen(in: editor)
    try editor.apply(Renaming(kind: .offer, old: old, new: new).proposal(in: editor))
  }

  /// Transactions name no introductory offer, so its limit counts grants, which have its key.
  private func checkIsNotCounted(in snapshot: Snapshot) throws {
    guard let offer = snapshot.offers[old], offer.kind == .introductory, offer.again else { return }
    throw Failure(
      .no,
      "the limit of '\(old)' counts by this name: under another one customers could have it again",
      help: "keep the name, which App Store Connect does not know")
  }

  /// An introductory offer has no identifier but its key, by which the terms of a phase name it.
  private func checkIsNotFrozen(in editor: ConfigurationEditor) throws {
    let snapshot = editor.snapshot
    guard snapshot.offers[old]?.kind == .introductory else { return }
    let showing = snapshot.experiments.values.sorted { $0.id < $1.id }.first { experiment in
      [.running, .paused].contains(experiment.stage(at: editor.now))
        && experiment.sells(old, in: snapshot)
    }
    guard let showing else { return }
    throw Failure(
      .no, "'\(showing.id)' sells '\(old)' while it runs, and knows it by this name",
      help: "rename it once the experiment has ended")
  }
}

extension Experiment {
  /// Whether a variant shows a paywall that lists the offer.
  fileprivate func sells(_ offer: String, in snapshot: Snapshot) -> Bool {
    variants.contains { variant in
      placements.contains { placement in
        guard case .paywall(let id)? = variant.show(at: placement) else { return false }
        return snapshot.paywalls[id]?.products.contains { $0.offers.contains(offer) } ?? false
      }
    }
  }
}
