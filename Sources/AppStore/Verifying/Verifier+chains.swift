extension Verifier {
  /// A verifier for threads that must not block: it never checks unknown chains, but refuses their
  /// texts with the chain to check (``Distrust/unknownChain``). Both share their caches.
  package var ofKnownChains: Verifier {
    var verifier = self
    verifier.checksChains = false
    return verifier
  }

  /// Checks a chain: one to three milliseconds on a thread that may block. The result is cached, so
  /// that the text can then be verified.
  ///
  /// - Returns: why the chain is not trusted; `nil` if it leads to a trusted root.
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
