import BundleWriting
import CatalogFiles
import Foundation
import PaywallBundles
import PaywallCatalog
import PaywallDecisions
import Serving
import TestSupport
import Testing

/// The app that the repository ships as an example.
func exampleApp() throws -> Snapshot {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return try #require(Loader.load(root.path()).0)
}

extension Snapshot {
  /// With every experiment and audience public.
  var opened: Snapshot {
    var copy = self
    for id in experiments.keys { copy.experiments[id]?.visibility = .public }
    for name in audiences.keys { copy.audiences[name]?.visibility = .public }
    return copy
  }
}

@Suite struct PayloadTests {
  private func text(_ snapshot: Snapshot, partial: Set<String> = []) -> String {
    let published = PublishedSnapshot(snapshot: snapshot, partialPlacements: partial)
    return String(decoding: published.bundleJSON, as: UTF8.self)
  }

  @Test func `a payload is the JSON that is written here`() {
    var snapshot = Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en", "de"]),
      schema: AttributeSchema(
        declared: [Attribute(name: "sessions", type: .integer, origin: .declared)], groups: ["pro"]),
      audiences: [
        "regulars": Audience(
          name: "regulars",
          condition: .all([
            .test(AttributeTest("sessions", [.atLeast(.integer(3)), .lessThan(.integer(9))])),
            .not(.audience("everyone")),
          ]), visibility: .public)
      ],
      placements: [
        "b": Placement(id: "b", default: .nothing),
        "a": Placement(
          id: "a",
          rules: [
            Placement.Rule(
              audience: .audience("regulars"), show: .paywall("standard"),
              window: TimeWindow(start: Timestamp(milliseconds: 0)))
          ], default: .paywall("standard")),
      ], fallback: .nothing, release: "00ff")
    snapshot.paywalls["standard"] = Paywall(
      id: "standard", products: [PaywallProduct(product: "pro", extra: .object([]))],
      selected: "pro",
      content: [
        .init("headline", .localised(["en": .text("Hello"), "de": .text("Hallo")])),
        .init("a", .list([.integer(2), .number(2), .null])),
        .init("author", .object([.init("$localised", .boolean(true))])),
      ])
    #expect(
      text(snapshot, partial: ["b", "a"]) == """
        {"format":1,"release":"00ff","bundleId":"com.example.lumen","environments":["production"],\
        "locales":["en","de"],"attributes":[{"name":"sessions","type":"integer"}],\
        "subscriptionAttributes":["pro"],"audiences":{"regulars":{"name":"regulars",\
        "visibility":"public","condition":{"all":[{"attribute":"sessions",\
        "is":[{"atLeast":3},{"lessThan":9}]},{"not":{"audience":"everyone"}}]}}},\
        "placements":{"a":{"id":"a","rules":[{"audience":{"audience":"regulars"},\
        "window":{"start":"1970-01-01T00:00:00Z"},"show":"standard"}],"default":"standard"},\
        "b":{"id":"b","rules":[],"default":null}},"fallback":null,"layers":{},"experiments":{},\
        "paywalls":{"standard":{"id":"standard","products":[{"product":"pro","extra":{}}],\
        "selected":"pro","content":{"headline":{"$localised":{"de":"Hallo","en":"Hello"}},\
        "a":[2,2.0,null],"author":{"$$localised":true}}}},"products":{},"groups":[],"offers":{},\
        "partialPlacements":["a","b"]}
        """)
  }

  @Test func `what was written is read back, part by part`() throws {
    var numbers = SplitMix(state: 11)
    for _ in 0..<200 {
      let whole = numbers.snapshot()
      let published = PublishedSnapshot(whole)
      let bytes = published.bundleJSON
      let again = PublishedSnapshot(numbers.shuffled(whole))
      #expect(again.bundleJSON == bytes)
      let read = try PublishedSnapshot(bundleJSON: bytes)
      expectEqual(read, published)
      #expect(read.bundleJSON == bytes)
    }
  }

  @Test func `the example app is read back`() throws {
    let published = PublishedSnapshot(try exampleApp().opened)
    #expect(!published.snapshot.experiments.isEmpty)
    #expect(!published.snapshot.audiences.isEmpty)
    expectEqual(try PublishedSnapshot(bundleJSON: published.bundleJSON), published)
  }

  private func expectEqual(_ left: PublishedSnapshot, _ right: PublishedSnapshot) {
    #expect(left.partialPlacements == right.partialPlacements)
    let (left, right) = (left.snapshot, right.snapshot)
    #expect(left.app == right.app)
    #expect(left.groups == right.groups)
    #expect(left.products == right.products)
    #expect(left.offers == right.offers)
    #expect(left.schema == right.schema)
    #expect(left.audiences == right.audiences)
    #expect(left.placements == right.placements)
    #expect(left.fallback == right.fallback)
    #expect(left.layers == right.layers)
    #expect(left.holdout == right.holdout)
    #expect(left.paywalls == right.paywalls)
    #expect(left.experiments == right.experiments)
    #expect(left.release == right.release)
    #expect(left.keys.isEmpty && right.keys.isEmpty)
    #expect(left.personas.isEmpty && right.personas.isEmpty)
  }

  @Test func `a device decides from the bundle as the server would from the same part`() throws {
    var numbers = SplitMix(state: 12)
    var snapshots = [try exampleApp(), try exampleApp().opened]
    for _ in 0..<60 { snapshots.append(numbers.snapshot()) }
    for whole in snapshots {
      let published = PublishedSnapshot(whole)
      let here = CompiledSnapshot(published.snapshot)
      let there = CompiledSnapshot(
        try PublishedSnapshot(bundleJSON: published.bundleJSON).snapshot)
      for _ in 0..<100 {
        let (attributes, now) = (numbers.attributes(), numbers.moment())
        let one = here.visitor(attributes, subscriber: .unidentified, at: now).visitor
        let other = there.visitor(attributes, subscriber: .unidentified, at: now).visitor
        for placement in whole.placements.keys.sorted() + ["unknown"] {
          #expect(
            here.decide(placement, for: one, records: [], forced: nil, at: now)
              == there.decide(placement, for: other, records: [], forced: nil, at: now))
        }
      }
    }
  }

  /// If a placement is partial, the server may answer differently; elsewhere a device never
  /// disagrees.
  @Test func `where a placement is not partial, device and server agree`() throws {
    var numbers = SplitMix(state: 13)
    var compared = 0
    for _ in 0..<200 {
      let whole = numbers.snapshot()
      let published = PublishedSnapshot(whole)
      let server = CompiledSnapshot(whole)
      let device = CompiledSnapshot(published.snapshot)
      for placement in whole.placements.keys
      where !published.partialPlacements.contains(placement) {
        for _ in 0..<20 {
          let (attributes, now) = (numbers.attributes(), numbers.moment())
          let here = server.visitor(attributes, subscriber: .unidentified, at: now).visitor
          let there = device.visitor(attributes, subscriber: .unidentified, at: now).visitor
          let one = server.decide(placement, for: here, records: [], forced: nil, at: now)
          let other = device.decide(placement, for: there, records: [], forced: nil, at: now)
          #expect(one.show == other.show && one.experiment == other.experiment)
          compared += 1
        }
      }
    }
    #expect(compared > 1000)
  }
}
