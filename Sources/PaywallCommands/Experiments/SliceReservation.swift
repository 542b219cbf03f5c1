import CommandSupport
import PaywallCatalog

/// The part of its layer that a start reserves for an experiment.
struct SliceReservation {
  let layer: String
  let slice: Slice
  /// True if the file says it already.
  let isInFile: Bool
  /// True if neither the file nor the person says how much.
  let isProposed: Bool
  /// The free part before it: `40%-100%`.
  let free: String
  /// The part that stays free for others, or `nothing`.
  let left: String

  /// - Parameters:
  ///   - hasSlice: true if the file has a slice.
  ///   - wanted: the share that a person asks for, instead of the one in the file.
  /// - Returns: `nil` for an experiment in no layer.
  /// - Throws: a failure if there is no such place.
  init?(
    for experiment: Experiment, hasSlice: Bool, wanted: BasisPoints?, in snapshot: Snapshot,
    at now: Timestamp
  ) throws {
    guard let layer = experiment.layer else {
      guard wanted == nil else {
        throw Failure(
          .wrongUsage, "'\(experiment.id)' is in no layer, so it cannot have a slice of one",
          help: "'paywall experiment set \(experiment.id) layer=NAME' puts it into one")
      }
      return nil
    }
    let free = FreeSlices(in: layer, of: snapshot, for: experiment.id, at: now)
    let isInFile = hasSlice && wanted == nil
    if isInFile, !free.holds(experiment.slice) {
      throw Failure(
        .no, "slice \(experiment.slice) of layer '\(layer)' is not free; free is \(free.words)",
        help: free.isEmpty
          ? Self.fullHelp
          : "'paywall experiment set \(experiment.id) slice=…' moves the draft into free space")
    }
    let place = isInFile ? experiment.slice : free.place(for: wanted?.value ?? free.modestWidth)
    guard let place else {
      throw Failure(
        .no,
        free.isEmpty
          ? "layer '\(layer)' is full"
          : "layer '\(layer)' has no place for that; free is \(free.words)",
        help: free.isEmpty ? Self.fullHelp : "take a smaller --slice")
    }
    self.layer = layer
    self.slice = place
    self.isInFile = isInFile
    self.isProposed = !isInFile && wanted == nil
    self.free = free.words
    self.left = free.without(place).words
  }

  private static let fullHelp = "stop an experiment of that layer first, or use another layer"

  var sentence: String {
    "It reserves \(slice) of layer '\(layer)'; \(left) stays free for others."
      + (isProposed ? " --slice takes another part." : "")
  }
}
