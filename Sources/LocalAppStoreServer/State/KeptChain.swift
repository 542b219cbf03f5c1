package import LocalAppStore

/// The signing chain of a state folder: the same root after every restart.
package enum KeptChain {
  /// Reads the chain, or makes it. Only its owner can read the file.
  package static func load(_ folder: String) throws(KeptChainError) -> SigningChain {
    try KeptFile.load("local-app-store.pem", in: folder, "signing chain") { text in
      try SigningChain(pem: text)
    } make: {
      let chain = try SigningChain()
      return (chain, chain.pem)
    }
  }
}
