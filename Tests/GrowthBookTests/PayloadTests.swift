import GrowthBook
import PaywallCatalog
import Serving
import Testing

@Suite struct PayloadTests {
  @Test func `nothing published is an empty payload`() {
    let snapshot = Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
      schema: AttributeSchema(declared: [], groups: []), release: "00")
    #expect(text(snapshot) == #"{"status":200,"features":{},"partialPlacements":[]}"#)
  }

  /// Shares 33.33 % and 66.67 % at 25 % traffic: 3333 × 2500 / 10000 = 833 and 6667 × 2500 / 10000 =
  /// 1666 buckets, from 0 and from 3333.
  @Test func `the whole payload of an experiment in a layer, a rule, and what is private`() {
    #expect(text(.lumen) == golden)
  }

  @Test func `the buckets of a payload are those of its moment, which a step of traffic ends`() {
    var snapshot = Snapshot.lumen
    let step = Timestamp(milliseconds: 1_800_000_000_000)
    snapshot.experiments["smaller"]?.traffic.steps = [.init(from: step, share: .all)]
    let published = PublishedSnapshot(snapshot)
    let before = GrowthBookPayload(published, at: step.adding(milliseconds: -1))
    let after = GrowthBookPayload(published, at: step)
    #expect(before.validUntil == step)
    #expect(String(decoding: before.json, as: UTF8.self) == golden)
    #expect(
      String(decoding: after.json, as: UTF8.self)
        == golden.replacing("[[0,0.0833],[0.3333,0.4999]]", with: "[[0,0.3333],[0.3333,1]]"))
  }

  private var golden: String {
    let standard = #"""
      {"productIds":["pro_yearly"],"paywall":{"id":"standard","locale":"en",\#
      "selected":"pro_yearly","products":[{"id":"pro_yearly","type":"autoRenewable",\#
      "group":"21504291","extra":{"badge":"bestValue"}}],\#
      "content":{"headline":"Unlock everything"}}}
      """#
    let lite = #"{"productIds":[],"paywall":{"id":"lite","locale":"en","products":[]}}"#
    let draw = #"""
      "bucketVersion":2,"minBucketVersion":2,"ranges":[[0,0.0833],[0.3333,0.4999]],\#
      "meta":[{"key":"control"},{"key":"lite"}],"variations":[\#(standard),\#(lite)]
      """#
    let isles = #"""
      {"country":{"$type":"string","$regex":"^([Gg][Bb]([Rr])?|[Ii]([Rr][Ll]|[Ee]))$"}}
      """#
    let missing = #"{"$or":[{"userId":{"$exists":false}},{"userId":{"$eq":""}}]}"#
    func sent(_ name: String) -> String { #"{"\#(name)":{"$type":"string","$ne":""}}"# }
    func rule(_ name: String, _ who: String) -> String {
      #"""
      {"key":"smaller","name":"smaller","phase":"2","seed":"7f3a9c21","hashVersion":2,\#
      "hashAttribute":"\#(name)",\#(draw),"condition":{"$and":[\#(who),\#(isles)]},"filters":[\#
      {"seed":"51c0e8d2","hashVersion":2,"attribute":"\#(name)","ranges":[[0,0.4]]},\#
      {"seed":"4be01a77","hashVersion":2,"attribute":"\#(name)","ranges":[[0.05,1]]}]}
      """#
    }
    return #"""
      {"status":200,"features":{"onboarding":{"defaultValue":\#(standard),"rules":[\#
      \#(rule("userId", sent("userId"))),\#
      \#(rule("anonymousId", missing + "," + sent("anonymousId"))),\#
      {"force":{"productIds":[],"paywall":null},"condition":\#(isles)}]},\#
      "settings":{"defaultValue":{"productIds":[],"paywall":null},"rules":[]}},\#
      "partialPlacements":["settings"]}
      """#
  }

  @Test(
    "It is good until the next schedule begins or ends",
    arguments: [
      ("2026-11-01T00:00:00Z", "2026-12-01T09:00:00Z"),
      ("2026-12-01T09:00:00Z", "2026-12-22T09:00:00Z"),
      ("2026-12-22T09:00:00Z", "2027-01-01T00:00:00Z"),
      ("2027-01-01T00:00:00Z", ""),
    ])
  func validity(now: String, until: String) {
    var snapshot = Snapshot.lumen
    snapshot.experiments["smaller"]?.schedule = TimeWindow(
      start: time("2026-12-01T09:00:00Z"), end: time("2026-12-22T09:00:00Z"))
    snapshot.placements["onboarding"]?.rules[0].window.end = time("2027-01-01T00:00:00Z")
    let payload = GrowthBookPayload(PublishedSnapshot(snapshot), at: time(now))
    #expect(payload.validUntil == (until.isEmpty ? nil : time(until)))
    let isRunning = until == "2026-12-22T09:00:00Z"
    #expect(text(snapshot, at: now).contains(#""key":"smaller""#) == isRunning)
    #expect(text(snapshot, at: now).contains(#""force""#) == !until.isEmpty)
  }

  @Test func `nothing private is in it`() {
    for secret in [
      "insiders", "Lumen Ltd", "owner@", "Smaller is", "title", "private-test", "secret-wall",
      "trialStart", "00ff", "britishIsles", "entitlements", "ios",
    ] {
      #expect(!text(.lumen).contains(secret), "\(secret)")
    }
  }

  @Test(
    "A bound is the basis points with at most four decimals",
    arguments: [
      (1, "0.0001"), (10, "0.001"), (703, "0.0703"), (4107, "0.4107"), (5000, "0.5"),
      (9999, "0.9999"),
    ])
  func decimals(held: Int, written: String) throws {
    var snapshot = Snapshot.lumen
    snapshot.holdout = Holdout(share: try #require(BasisPoints(held)), seed: "hold")
    #expect(
      text(snapshot).contains(
        #"{"seed":"hold","hashVersion":2,"attribute":"userId","ranges":[[\#(written),1]]}"#))
  }

  @Test func `a holdout of everybody leaves no draw, one of nobody no filter`() {
    var snapshot = Snapshot.lumen
    snapshot.holdout = Holdout(share: .all, seed: "hold")
    #expect(!text(snapshot).contains(#""key":"smaller""#))
    snapshot.holdout = Holdout(share: .none, seed: "hold")
    #expect(!text(snapshot).contains("hold"))
    #expect(text(snapshot).contains(#""key":"smaller""#))
  }
}
