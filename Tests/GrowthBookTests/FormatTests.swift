import Catalog
import GrowthBook
import Testing

@Suite struct FormatTests {
  @Test func `nothing published is an empty payload`() {
    let snapshot = Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
      schema: AttributeSchema(declared: [], groups: []), release: "00")
    let payload = GrowthBookPayload(
      PublishedSnapshot(snapshot), at: Timestamp(milliseconds: 0))
    #expect(
      String(decoding: payload.json, as: UTF8.self)
        == #"{"status":200,"features":{},"partialPlacements":[]}"#)
  }
}
