import CoreMedia

/// What is known of an export before it begins. Reads the asset's header.
///
/// Encoders take the bits that images need: numbers are those of photographs that move slowly. Noise and quick
/// movement take several times as much.
extension AVAssetExportSession {
  /// Bytes that the file will have, about; 0 where nobody can tell. On this thread.
  public var estimatedOutputFileLength: Int64 { (try? estimate().byteCount) ?? 0 }

  /// Bytes that the file will have, about.
  ///
  /// - Throws: an ``AVError`` where nobody can tell.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws { try await queued { try self.estimate().byteCount } }
  }

  /// The same; `handler` is called on a thread of the module's, with 0 and an error where nobody can tell.
  public func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
    Self.starting.async {
      do { handler(try self.estimate().byteCount, nil) } catch { handler(0, error) }
    }
  }

  /// How long the video becomes before it is as large as `fileLengthLimit`, about; all of it where that is 0.
  ///
  /// - Throws: an ``AVError`` where nobody can tell.
  public var estimatedMaximumDuration: CMTime {
    get async throws { try await queued { try self.maximumDuration() } }
  }

  /// The same; `handler` is called on a thread of the module's, with an invalid time and an error where nobody can
  /// tell.
  public func estimateMaximumDuration(completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void) {
    Self.starting.async {
      do { handler(try self.maximumDuration(), nil) } catch { handler(.invalid, error) }
    }
  }

  private func maximumDuration() throws(AVError) -> CMTime {
    let estimate = try estimate()
    return fileLengthLimit > 0 ? estimate.duration(of: fileLengthLimit) : estimate.duration
  }

  private func queued<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Self.starting.async { continuation.resume(with: Result { try body() }) }
    }
  }
}
