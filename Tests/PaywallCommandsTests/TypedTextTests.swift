import ArgumentParser
import Foundation
import TestSupport
import Testing
import YAMLText

@testable import CommandSupport
@testable import PaywallCommands

/// A text of the command line arrives whole: the file has it byte for byte.
@Suite struct TypedTextTests {
  /// The forms of the key in the file before, if it has it.
  static let layouts = [
    "KEY: old\n", "KEY: old   # a comment\n", "KEY: 'old'\n", "KEY: \"old\"\n",
    "KEY: |\n  old\n  text\n",
    "KEY: >-\n  old\n  text\n", "other: x\n", "KEY:\nother: x\n", "{ KEY: old, other: x }\n",
    "KEY: old\r\nother: x\r\n",
  ]

  @Test(arguments: ["title", "hypothesis", "owner", "override.reason", "layer", "seed", "unit"])
  func `set: any text is read back as it was typed, over any layout`(key: String) throws {
    var texts = RandomText(state: UInt64(key.utf8.count))
    for round in 0..<rounds(400, all: 4_000) {
      let typed = texts.next()
      let layout = Self.layouts[round % Self.layouts.count]
      let before = layout.replacing("KEY", with: key == "override.reason" ? "override" : key)
      guard key != "override.reason" || !before.contains("override") else { continue }
      let argument = "\(key)=\(typed)"
      // The same argument is passed to the command, which takes a hundred times as long to read.
      let changes =
        round % 50 == 0
        ? try ExperimentSet.parse(["x", argument]).changes
        : [try #require(Assignment(argument: argument))]
      let (document, _) = Document.parse(before, path: "x.yaml")
      let edits = try changes.edits(in: document)
      let text = try document.text(after: edits, for: .plain)
      let (edited, mistakes) = Document.parse(text, path: "x.yaml")
      let scalar = edited.root?.value(at: changes[0].path)?.scalar
      #expect(mistakes.isEmpty)
      #expect(
        scalar.map { !$0.isNull && $0.text.utf8.elementsEqual(typed.utf8) } == true,
        "\(typed.debugDescription) became \(text.debugDescription)")
    }
  }

  @Test func `create: title, hypothesis and owner are read back as they were typed`() throws {
    var texts = RandomText(state: 9)
    for _ in 0..<rounds(200, all: 400) {
      let typed = [texts.next(), texts.next(), texts.next()]
      let command = try ExperimentCreate.parse(
        TypedArguments.joined(
          ["x"]
            + zip(["--title", "--hypothesis", "--owner"], typed).flatMap { option, text in
              // A word after two hyphens counts as an option, and the text as a forgotten one.
              text.wholeMatch(of: /--[a-z][a-z-]*/) == nil ? [option, text] : ["\(option)=\(text)"]
            } + ["-m", "why \(typed[2])"]))
      #expect(command.editing.message == "why \(typed[2])")
      let text = try NewExperiment(
        id: "x", title: command.title, hypothesis: command.hypothesis, owner: command.owner,
        placements: ["home"],
        variants: [VariantOption(name: "control", show: "a"), VariantOption(name: "b", show: "b")]
      ).text()
      let (document, mistakes) = Document.parse(text, path: "x.yaml")
      #expect(mistakes.isEmpty)
      for (key, typed) in zip(["title", "hypothesis", "owner"], typed) {
        let scalar = document.root?.entry(key)?.value.scalar
        #expect(
          scalar.map { !$0.isNull && $0.text.utf8.elementsEqual(typed.utf8) } == true,
          "\(typed.debugDescription) became \(text.debugDescription)")
      }
    }
  }

  @Test(
    .inExample,
    arguments: [
      "Save 50% # today", "Hello: world", "-5% for everyone", "#1", "null", "true", "3.10", "'",
      "\"",
      "{ a: b }", "[a]", "line one\nline two", "& more", "ends with a colon:", " blanks ", "早割 🎁",
    ])
  func `The program writes it whole, and check finds no mistake`(typed: String) async throws {
    #expect(
      try await refusal([
        "experiment", "set", "lite-first", "title=\(typed)", "--yes", "--config", folder.path(),
      ]) == nil)
    #expect(
      try await refusal([
        "experiment", "create", "new", "--placement", "export", "--variant", "control=standard",
        "--variant", "b=lite", "--title", typed, "--yes", "--config", folder.path(),
      ]) == nil)
    for id in ["lite-first", "new"] {
      let text = try text("Experiments/\(id).yaml")
      let title = Document.parse(text, path: "x").0.root?.entry("title")?.value.scalar?.text
      #expect(title == typed)
    }
  }

  @Test(.inExample)
  func `A comment in a list or a condition is refused, because it would be lost`() async throws {
    let refused = try await refusal([
      "experiment", "set", "lite-first", "audience={ country: [GB] } # and IE", "--yes",
      "--config", folder.path(),
    ])
    #expect(refused?.message == "the value of 'audience' holds a comment, which would be lost")
  }
}

/// Texts that YAML could take for something else, and texts of all of Unicode.
struct RandomText {
  private var numbers: SplitMix

  init(state: UInt64) { numbers = SplitMix(state: state) }

  private static let pieces = [
    "#", " #", "# ", ": ", ":", "- ", "-", "--", "\n", "\r\n", "\r", "\t", " ", "  ", "'", "\"",
    "\\", "%",
    "&a", "*a", "!t", "|", ">", "{", "}", "[", "]", ",", "?", "? ", "@", "`", "---", "...", "<<",
    "=",
    "null", "~", "true", "no", "1", "0x1F", "1e3", ".inf", "word", "Save 50%", "\u{85}", "\u{2028}",
    "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{7F}", "\u{1}", "\u{A0}", "\u{200B}", "\u{200D}",
    "\u{202E}",
    "e\u{301}", "é", "👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "日本", "\u{10FFFF}", "$HOME", "a: b", "\n\n", "\n  x",
  ]

  /// Returns a text that is not empty, and has no U+0000, which no argument can hold.
  mutating func next() -> String {
    var text = ""
    for _ in 0...numbers.below(6) {
      if numbers.below(4) > 0 {
        text += Self.pieces[numbers.below(Self.pieces.count)]
      } else if let scalar = Unicode.Scalar(UInt32(1 + numbers.below(0x10FFFF))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text.isEmpty ? "x" : text
  }
}
