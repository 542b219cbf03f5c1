import HTTPDocuments
import PaywallAPI
import Testing

@Suite("The search for signed texts in a body")
struct EvidenceSearchTests {
  @Test("the search agrees with the reader on every document that it reads")
  func search() throws {
    let names = [
      "transactions", #"renewal\u0049nfo"#, #"app\/Transaction"#, "appTransactio", "a", "",
      #"transactions\""#, #"\\"#,
    ]
    let values = [
      "1", #""transactions""#, #"{"transactions":1}"#, #"[{"appTransaction":"x"},"]"]"#,
      #""{\"renewalInfo\":""#, #""\\""#, "null",
    ]
    for name in names {
      for second in names where second != name {
        for value in values {
          for space in ["", " \n\t\r"] {
            let text =
              "\(space){\(space)\"\(name)\"\(space):\(space)\(value)\(space),\"\(second)\"\(space):\(value)}"
            guard case .object(let members) = try JSONReader.read(Array(text.utf8)) else { return }
            let expected = members.contains { EvidenceSearch.names.contains($0.name) }
            #expect(EvidenceSearch.hasMember(Array(text.utf8)) == expected, "\(text)")
          }
        }
      }
    }
  }

  @Test("no damage makes the search crash, or overlook what the reader finds")
  func damage() {
    let document = Array(#"{"a":["x\"y",{"b":"\\"}],"tr\u0061nsactions":["a.b.c"],"c":0}"#.utf8)
    var state: UInt64 = 42
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<20_000 {
      var bytes = document
      for _ in 0...next(below: 3) { bytes[next(below: bytes.count)] ^= UInt8(1 << next(below: 8)) }
      let found = EvidenceSearch.hasMember(bytes)
      guard case .object(let members)? = try? JSONReader.read(bytes) else { continue }
      #expect(found == members.contains { EvidenceSearch.names.contains($0.name) })
    }
  }
}
