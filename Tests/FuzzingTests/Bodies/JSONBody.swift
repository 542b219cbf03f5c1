import OfferSigning
import PaywallCatalog
import PaywallTextCoding

/// The readers agree: all of them accept the same documents, except for their limits, and read the
/// same. Foundation accepts all that ours do, and a document that is written again reads as it was.
func fuzzJSON(_ bytes: [UInt8]) throws {
  let bundle = JSONTree.bundle(bytes)
  let server = JSONTree.server(bytes)
  let appStore = JSONTree.appStore(bytes)
  JSONTree.readAnswer(bytes)
  let kit = JSONTree.kit(bytes)

  switch (bundle, server) {
  case (.success(let left), .success(let right)):
    try require(left == right, "a bundle says \(left), a request \(right)")
  case (.failure(let finding), .success): throw Finding("only a request takes it: \(finding)")
  case (.success(let tree), .failure(let finding)):
    try require(tree.depth > 32 || tree.count > 20_000, "a request is refused it: \(finding)")
  case (.failure, .failure): break
  }

  switch (bundle, appStore) {
  case (.success(let left), .success(let right)):
    try require(left == right, "a bundle says \(left), a signed text \(right)")
  case (.success(.object(let members)), .failure(let finding)):
    let tree = JSONTree.object(members)
    try require(
      tree.depth >= 16 || tree.width > 128, "a signed text is refused it: \(finding)")
  case (.failure(let finding), .success):
    // A text that Apple signed is read even if it holds half a pair, or a number without end.
    try require(
      ["Half of a surrogate pair is no character.", "The number is larger than a double can hold."]
        .contains(finding.description), "only a signed text takes it: \(finding)")
  default: break
  }

  switch (bundle, JSONTree.storeKit(bytes)) {
  case (.success(let left), .success(let right)?):
    try require(left == right, "a bundle says \(left), Xcode's file \(right)")
  case (.success(let tree), .failure(let finding)?):
    try require(tree.depth > 64, "a file of Xcode's is refused it: \(finding)")
  case (.success, nil): throw Finding("a file of Xcode's is no text")
  case (.failure(let finding), .success?):
    // Editors write a byte order mark.
    try require(bytes.starts(with: [0xEF, 0xBB, 0xBF]), "only Xcode's file takes it: \(finding)")
  default: break
  }

  guard case .success(let tree) = bundle, tree.depth < 100 else { return }
  let foundation = try require(kit, "Foundation does not take it")
  try require(tree.isSame(foundation), "Foundation reads \(foundation), we read \(tree)")
  var json = JSONText()
  tree.write(to: &json)
  guard case .success(let again) = JSONTree.bundle(json.bytes), again == tree else {
    throw Finding("written again it is not the same: \(json.bytes.text)")
  }
}
