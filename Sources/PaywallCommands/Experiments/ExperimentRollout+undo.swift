import CommandSupport
import PaywallCatalog
import Planning
import YAMLText

// Takes a roll-out back: an experiment that has ended stays ended, without its winner.
extension ExperimentRollout {
  func undo(_ file: ExperimentFile) throws {
    let (found, stage) = (file.experiment, file.stage)
    let written = WrittenRollout(of: found, in: file.editor.snapshot)
    guard stage == .ended || stage == .archived,
      found.shownWinner != nil || found.rollout != nil || !written.places.isEmpty
    else {
      throw found.refusal(
        "is not rolled out, so there is nothing to undo",
        help: stage == .ended || stage == .archived
          ? "no rule of its placements shows a variant to its audience"
          : "it is \(stage.words); 'paywall experiment stop \(found.id)' ends it")
    }
    let after = found.after == .winner ? found.rollout?.after ?? .keep : found.after
    try file.apply(
      undoing(file, after), others: [try written.removed(in: file.editor)].compactMap(\.self),
      question: "Undo the roll-out of '\(found.id)'?",
      done: "Undid the roll-out of '\(found.id)', which stays ended.",
      effects: written.sentences + [
        after == .control
          ? "All visitors get the rules of the placement."
          : "Visitors who saw a variant keep it, and all others get the rules of the placement.",
        "No visitor enters: \(found.restartHelp).",
      ], updatesPersonas: true)
  }

  private func undoing(_ file: ExperimentFile, _ after: AfterEnd) -> [Edit] {
    let found = file.experiment
    var edits = ExperimentEdits(file.document)
    if found.status == .archived {
      edits.set("status", ExperimentStatus.stopped.rawValue)
      if found.schedule.end == nil {
        edits.set(time: "until", file.now.toTheMinute(after: found.schedule.start))
      }
    }
    if after != found.after { edits.set("after", after.rawValue) }
    if found.winner != nil { edits.remove("winner") }
    if found.rollout != nil { edits.remove("rollout") }
    return edits.edits
  }
}
