/// A payload with its signature and certificate, not verified: sent by a server and shipped in an
/// app.
package struct SignedBundle: Sendable {
  package var payload: [UInt8]
  /// The detached JWS.
  package var signature: String
  package var certificate: String

  package init(payload: [UInt8], signature: String, certificate: String) {
    self.payload = payload
    self.signature = signature
    self.certificate = certificate
  }
}

/// The file `paywall-bundle.json`: one JSON object, indented so that a change of it can be read. A
/// payload has no white space outside of strings, and the reader takes it away; so neither the
/// indentation nor the line ends that git or an editor chooses are signed.
extension SignedBundle {
  package init(file: [UInt8]) throws(BundleProblem) {
    let reader = BundleReader(try BundleNode(json: file))
    let payload = try reader.required("payload")
    _ = try payload.members()
    self.init(
      payload: IndentedJSON.compact(file[payload.node.range]),
      signature: try reader.read("signature"), certificate: try reader.read("certificate"))
  }
}
