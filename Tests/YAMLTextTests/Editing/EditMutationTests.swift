import TestSupport
import Testing
import YAMLText

@Suite("Edits of damaged texts") struct EditMutationTests {
  @Test func `never crash and never say something else`() {
    var random = SplitMix(state: 7)
    let special = Array("\t\n\r:-[]{},#&*!|>'\"%@`?\\ \0".utf8) + [0xEF, 0xBB, 0xBF, 0xC2, 0x85]
    let texts = EditLawTests.documents.filter { $0.source.text.utf8.count < 1500 }.map(
      \.source.text)
    let repeats = rounds(300, all: 1200)
    var made = 0
    for _ in 0..<repeats {
      var bytes = Array(texts[Int(random.next() % UInt64(texts.count))].utf8)
      for _ in 0...random.next() % 3 {
        let offset = Int(random.next() % UInt64(max(1, bytes.count)))
        let byte = special[Int(random.next() % UInt64(special.count))]
        switch random.next() % 3 {
        case 0 where offset < bytes.count: bytes[offset] = byte
        case 1 where offset < bytes.count: bytes.remove(at: offset)
        default: bytes.insert(byte, at: min(offset, bytes.count))
        }
      }
      let (document, _) = Document.parse(bytes, path: "x.yaml")
      var edits = RandomEdits(random: SplitMix(state: random.next()))
      for _ in 0..<3 {
        let edit = edits.edit(of: document)
        guard let edited = try? document.applying(edit) else { continue }
        made += 1
        let nothing = Node(
          .scalar(Node.Scalar("", style: .plain)), at: document.source.range(0..<0))
        let wanted = try? (document.root ?? nothing).applying(edit)
        let (again, diagnostics) = Document.parse(edited.source.text, path: "x.yaml")
        if !diagnostics.isEmpty || wanted.map({ again.root?.means($0) ?? false }) != true {
          Issue.record("\(edit)\n\(document.source.text)\n-->\n\(edited.source.text)")
        }
      }
    }
    #expect(made > repeats / 3)
  }
}
