import Foundation
import PaywallCatalog
import TestSupport
import Testing

/// Stories over HTTP with the real program, which is killed after each step that it acknowledged.
@Suite struct StoryTests {
  @Test(.inFolder, arguments: Story.all)
  func `What was acknowledged outlives the server`(_ story: Story) async throws {
    let scene = try Scene(in: folder)
    var server = KilledServer(folder: folder)
    var before: Story.Step?
    for step in story.steps {
      if case .restore = step {
        let said = try await server.run { try await scene.answers(story.told, $0) }
        try await server.restore()
        #expect(try await server.run { try await scene.answers(story.told, $0) } == said)
      } else {
        try await server.run { url in
          if let before { try await scene.repeats(before, url) }
          try await scene.takes(step, url)
        }
      }
      before = step
    }
    try await server.run { url in
      if let before { try await scene.repeats(before, url) }
      for question in story.told { try await scene.asks(question, url) }
    }
    let kept = try LedgerSummary(await server.export()).lines
    #expect(kept == story.kept.sorted())
    guard let (customer, text) = story.shown else { return }
    let shown = try await server.command("show", more: customer)
    #expect(shown.status == (text == nil ? 1 : 0), "\(shown)")
    if let text { #expect(shown.output.contains(text), "\(shown)") }
  }

  /// The buckets of decisions.md in a second implementation: the stories' variants follow from the
  /// seeds.
  @Test(arguments: [
    ("7f3a9c21", "user-7", "trial"), ("7f3a9c21", "user-15", "control"),
    ("7f3a9c21", "user-20", "control"), ("7f3a9c21", "user-52", "trial"),
    ("7f3a9c21", "user-6", "closed"), ("7f3a9c21", "user-0", "control"),
    ("0f0f0f0f", "user-7", "control"), ("0f0f0f0f", "user-0", "control"),
    ("0f0f0f0f", "user-17", "trial"),
  ])
  func `The variants of the stories follow from the seeds`(
    seed: String, unit: String, variant: String
  ) {
    func hash(_ text: String) -> UInt32 {
      text.utf16.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
    func bucket(_ seed: String) -> UInt32 { hash("\(hash(seed + unit))") % 10000 }
    #expect(bucket("51c0e8d2") < 4000, "the slice")
    #expect(bucket("4be01a77") >= 500, "not held out")
    let drawn = bucket(seed)
    #expect((drawn % 5000 >= 2500 ? "closed" : drawn < 5000 ? "control" : "trial") == variant)
  }
}

/// The folder of a story, and the moment at which it happens.
private struct Scene {
  let folder: URL
  let now: Date
  let bought: String

  private static let experiment = "Experiments/annual-trial.yaml"

  init(in folder: URL) throws {
    self.folder = folder
    var app = StoreApp()
    now = app.now
    bought = try app.purchase()
    let experiment = try #require(app.files[Self.experiment])
    app.files[Self.experiment] = filled(
      experiment.replacing(
        /schedule:.*/, with: "schedule: { start: @start, end: @end }"))
    try app.write(to: folder)
  }

  /// Takes a step for the first time.
  func takes(_ step: Story.Step, _ url: String) async throws {
    switch step {
    case .send(let question, _): try await asks(question, url)
    case .edit(let edits):
      let file = folder.appending(path: Self.experiment)
      var text = try String(contentsOf: file, encoding: .utf8)
      for edit in edits {
        let old = filled(edit.old)
        try #require(text.contains(old), "'\(old)' is not in the experiment")
        text = text.replacing(old, with: filled(edit.new))
      }
      try Data(text.utf8).write(to: file)
      try await asks(Self.reload(#""changed":true"#), url)
    case .restore: break
    }
  }

  /// Takes the same step once more, as a client does that did not get the answer.
  func repeats(_ step: Story.Step, _ url: String) async throws {
    switch step {
    case .send(var question, let again):
      question.answer = again
      if again == "unknownCustomer" { question.status = 404 }
      try await asks(question, url)
    case .edit: try await asks(Self.reload(#""changed":false"#), url)
    case .restore: break
    }
  }

  /// Returns the answers, whatever the questions expect of them.
  func answers(_ questions: [Story.Question], _ url: String) async throws -> [String] {
    var answers: [String] = []
    for question in questions { answers.append(try await answer(to: question, url).body) }
    return answers
  }

  private func answer(
    to question: Story.Question, _ url: String
  ) async throws -> (status: Int, body: String) {
    try await ask(
      url, question.request, body: question.body.map(filled), key: "\(question.role)-key")
  }

  func asks(_ question: Story.Question, _ url: String) async throws {
    let answer = try await answer(to: question, url)
    #expect(answer.status == question.status, "\(question.request) \(answer)")
    #expect(answer.body.contains(question.answer), "\(question.request) \(answer)")
  }

  private static func reload(_ answer: String) -> Story.Question {
    Story.Question(request: "POST /v1/reload", role: "admin", answer: answer)
  }

  /// Returns the text with times of this story instead of its marks.
  private func filled(_ text: String) -> String {
    func moment(_ seconds: Int) -> String {
      Timestamp(milliseconds: Int64(now.timeIntervalSince1970) * 1000 + Int64(seconds) * 1000)
        .rfc3339
    }
    // A slow machine needs minutes for a story.
    let sent = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1000).rfc3339
    return text.replacing("@sent", with: sent).replacing("@bought", with: bought).replacing(
      "@start", with: moment(-200_000)
    )
    .replacing("@end", with: moment(200_000))
    .replacing(/@(-?\d+)/) { moment(Int($0.1) ?? 0) }
  }
}
