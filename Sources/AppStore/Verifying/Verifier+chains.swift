extension Verifier {
  /// The same, for threads that must not be held up: it never checks where certificates lead that
  /// were not seen before, and refuses a text under them with what is to be checked
  /// (``Distrust/unknownChain``). The two share what they know.
  package var ofKnownChains: Verifier {
    var verifier = self
    verifier.checksChains = false
    return verifier
  }

  /// Checks where certificates lead: one to three milliseconds on a thread that may be held up.
  /// What was found is remembered, so that the text can be verified then.
  ///
  /// - Returns: why nothing under them is believed; `nil` if they lead to a root of ours.
  package func check(_ chain: UnknownChain) -> Distrust? {
    do throws(Distrust) {
      _ = try signer(of: chain)
      return nil
    } catch {
      return error
    }
  }

  func signer(of chain: UnknownChain) throws(Distrust) -> Signer {
    let known = chains.roots.known
    do throws(Distrust) {
      let signer = try chains.check(chain)
      known.insert(signer, of: chain.certificates, contents: try chains.contents(of: chain))
      return signer
    } catch {
      known.refuse(chain, for: error)
      throw error
    }
  }
}
