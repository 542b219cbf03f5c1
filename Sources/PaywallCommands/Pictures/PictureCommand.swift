import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallAPI
import PaywallAtomicFile
import PaywallCatalog
import PaywallDecisions
import PaywallPictures

import Serving

/// `paywall picture [PLACEMENT|PAYWALL]`.
struct PictureCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "picture", "Show a paywall as a visitor would see it, on a page that a browser opens.",
    """
    The page has no script and loads nothing, unless --images is given. It shows a phone with the \
    texts in the visitor's language, the products with the prices of the .storekit file, and the \
    offer that the visitor would get; beside it is the trace of 'paywall explain'. The file whose \
    storefront is the visitor's country has the prices, else the first one. With --out there is a \
    page for each language and persona, and for each variant that runs, with all of them side by \
    side.
    """,
    examples: "paywall picture onboarding --as left-in-october > picture.html",
    "paywall picture standard --locale de --country DE --html picture.html",
    "paywall picture onboarding --out pictures --base origin/main")
  static let answerSchema = Picture.schema

  @Argument(
    help: "A placement, or a paywall by its id; default: the only placement.",
    completion: .placements)
  var name: String?
  @OptionGroup var visitor: VisitorOptions
  @Option(.file, "Write the page to this file.") var html: String?
  @Option(.folder, "Write a page for each language and persona here.") var out: String?
  @Option("revision", "With --out: mark what looks different from this git revision.")
  var base: String?
  @Flag(help: "Let the page load the paywall's https images from the network.")
  var images = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      out == nil || html == nil && !answer.isJSON,
      "--out writes pages of its own; leave --html and --json out.")
    try require(base == nil || out != nil, "--base marks cells of --out; add --out.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed, _) = try configuration.loadParsed(for: console)
    let maker = PictureMaker(
      CompiledSnapshot(snapshot), prices: parsed.files.priceLists,
      folder: try? ConfigurationFolder(configuration.folder), loadsImages: images)
    let subject = try PictureSubject(name, in: snapshot)
    let named = try visitor.persona.map {
      try snapshot.personas.named($0, "persona", in: ConfigurationPath.personas)
    }
    if let out {
      let personas = named.map { [$0] } ?? snapshot.personas.values.sorted { $0.id < $1.id }
      return try writeSheet(of: subject, by: maker, personas, snapshot, to: out, console)
    }
    let picture = subject.picture(
      by: maker, for: try person(named, in: snapshot), locale: visitor.locale)
    if let html { try console.write(page: PicturePage(picture).html, to: html) }
    if answer.isJSON { return try console.write(json: JSONContent(picture.content)) }
    if html == nil { console.write(PicturePage(picture).html) }
  }

  /// Returns the visitor of the options, as a persona if one is given.
  private func person(
    _ persona: Persona?, in snapshot: Snapshot
  ) throws -> PictureMaker.Person {
    var question = ExplainQuestion()
    if let persona { question.add(persona) }
    try question.add(visitor)
    let id = visitor.userId ?? visitor.anonymousId
    return PictureMaker.Person(
      name: persona.map { $0.title ?? $0.id } ?? id ?? "A new visitor",
      attributes: question.attributes, subscriber: try question.knowledge(in: snapshot),
      records: try visitor.records(for: question.attributes, stated: [], in: snapshot),
      at: question.at ?? .now())
  }

  private func writeSheet(
    of subject: PictureSubject, by maker: PictureMaker, _ personas: [Persona], _ snapshot: Snapshot,
    to folder: String, _ console: Console
  ) throws {
    let old = try base.map { base -> PictureMaker in
      let version = try ConfigurationVersion(base, configuration, for: console)
      return PictureMaker(
        CompiledSnapshot(version.snapshot), prices: version.files.priceLists, folder: nil)
    }
    let people = try personas.map { (name: $0.id, person: try person($0, in: snapshot)) }
    let sheet = PictureSheet(
      of: subject, by: maker, base: old,
      people.isEmpty ? [("visitor", try person(nil, in: snapshot))] : people,
      locales: visitor.locale.map { [$0] } ?? snapshot.app.locales
    ).contactSheet { Self.fileName("\(subject.name)-\($0.column)-\($0.locale).html") }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for cell in sheet.cells {
      guard let address = cell.address else { continue }
      try AtomicFile.write(page: PicturePage(cell.picture).html, to: "\(folder)/\(address)")
    }
    try console.write(page: sheet.html, to: "\(folder)/index.html")
  }

  /// Returns a file name; names of variants may hold characters that file names must not.
  private static func fileName(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "_" })
  }
}
