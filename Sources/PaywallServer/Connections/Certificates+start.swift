package import HTTPTransport
package import Logging
import OfferSigning

extension Certificates {
  /// Loads the certificate of the settings.
  ///
  /// - Parameter now: seconds since 1970.
  package convenience init(
    _ files: TLSFiles, logger: Logger, now: @escaping @Sendable () -> Int64
  ) throws(StartError) {
    do throws(TLSFiles.Unusable) {
      try self.init(files, read: Self.contents, logger: logger, now: now)
    } catch {
      throw .tls(error.description)
    }
  }

  private static let contents: TLSFiles.Reader = { path throws(TLSFiles.Unusable) in
    do throws(SigningKeyError) {
      return try SigningKeyFile.contents(of: path)
    } catch {
      throw TLSFiles.Unusable(
        description:
          "\(path) cannot be read; check its name and its permissions (\(error.message))")
    }
  }
}
