import PaywallCatalog
import TestSupport
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A folder")
struct WholeFolderTests {
  @Test func `reports every mistake of every file in one run, in reading order`() {
    let files = Base.with([
      "Paywalls/store/app.yaml":
        "bundleId: lumen\nappAppleId: x\nenvironments: [prod]\nlocales: []\n",
      "Paywalls/lite.yaml": "products: [pro_weekly]\nselected: 3\ntitel: Lite\n",
      "Paywalls/trial.yaml": "products: [pro_monthly\n",
      "Experiments/annual-trial.yaml":
        "status: runing\nplacement: onbording\nvariants: { control: { share: 50 } }\n",
      "Experiments/B.yaml": "status: draft\n",
    ])
    let (snapshot, report) = Loader.load(files)
    #expect(snapshot == nil)
    let places = report.diagnostics.map {
      "\($0.file):\($0.range.map { "\($0.start.line):\($0.start.column)" } ?? "-")"
    }
    #expect(
      places == [
        "Experiments/B.yaml:-", "Experiments/B.yaml:1:1", "Experiments/B.yaml:1:1",
        "Experiments/annual-trial.yaml:1:9", "Experiments/annual-trial.yaml:2:12",
        "Experiments/annual-trial.yaml:3:13", "Experiments/annual-trial.yaml:3:31",
        "Paywalls/lite.yaml:1:12", "Paywalls/lite.yaml:2:11", "Paywalls/lite.yaml:3:1",
        "Paywalls/store/app.yaml:1:11", "Paywalls/store/app.yaml:2:13",
        "Paywalls/store/app.yaml:3:16", "Paywalls/store/app.yaml:4:10", "Paywalls/trial.yaml:1:11",
      ], "\(report.text())")
  }

  @Test func `without the two files that every configuration has is one mistake for each`() {
    var files = Base.files
    files.files["Paywalls/store/app.yaml"] = nil
    files.files["Paywalls/targeting/placements.yaml"] = nil
    #expect(
      Loader.load(files).report.diagnostics.map { "\($0.file): \($0.message)" } == [
        "Paywalls/store/app.yaml: this file is missing",
        "Paywalls/targeting/placements.yaml: this file is missing",
      ])
  }

  @Test func `does not say what depends on a file that cannot be read`() {
    for path in Base.texts.keys.sorted() {
      let report = Loader.load(Base.with([path: "[unclosed"])).report
      #expect(report.diagnostics.map(\.file) == [path], "\(report.text())")
    }
  }

  @Test func `has a release that follows every byte and every name`() {
    let release = Base.files.release
    #expect(release.utf8.count == 64)
    #expect(Base.with(["Paywalls/lite.yaml": "products: [pro_monthly] \n"]).release != release)
    var renamed = Base.files
    renamed.files["Paywalls/light.yaml"] = renamed.files.removeValue(forKey: "Paywalls/lite.yaml")
    #expect(renamed.release != release)
    #expect(Base.files.release == release)
    // printf 'a\0001\000x' | sha256sum
    #expect(
      ConfigurationFiles(files: ["a": [0x78]]).release
        == "87898619c5d0f3bfb6e8917ff8d8477e56456331d07ec0a674183ca9aad95a93")
  }

  @Test func `gives its release to the snapshot`() {
    #expect(Loader.load(Base.files).snapshot?.release == Base.files.release)
  }

  @Test func `says the same whatever the order of its keys`() throws {
    var random = SplitMix(state: 7)
    let expected = try #require(Loader.load(Example.files).snapshot)
    for _ in 0..<20 {
      var files = Example.files
      for (path, text) in Example.texts {
        let (document, _) = Document.parse(text, path: path)
        let root = try #require(document.root)
        files.files[path] = Array(Shuffle.text(of: root, path: path, with: &random).utf8)
      }
      let (snapshot, report) = Loader.load(files)
      let shuffled = try #require(snapshot, "\(report.text())")
      #expect(shuffled.app == expected.app)
      #expect(shuffled.products == expected.products)
      #expect(Set(shuffled.groups) == Set(expected.groups))
      #expect(shuffled.offers == expected.offers)
      #expect(shuffled.placements == expected.placements)
      #expect(shuffled.layers == expected.layers)
      #expect(shuffled.holdout == expected.holdout)
      #expect(shuffled.paywalls == expected.paywalls)
      #expect(shuffled.experiments == expected.experiments)
    }
  }
}
