import PaywallBundles
import PaywallTextCoding

extension SignedBundle {
  /// The text of the file.
  package var file: [UInt8] {
    var writer = BundleWriter()
    writer.object { writer in
      writer.member("certificate", certificate)
      writer.member("signature", signature)
      writer.name("payload")
      writer.json.raw(payload)
    }
    return IndentedJSON.indented(writer.json.bytes)
  }
}
