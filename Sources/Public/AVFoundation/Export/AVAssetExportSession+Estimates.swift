import CoreMedia

/// Estimates of an export before it begins. They read the asset's header.
///
/// The bit rate of encoders depends on the content: the estimates are those of slowly moving photographs. Noise and
/// fast motion need several times as much.
extension AVAssetExportSession {
  /// The approximate size of the file, in bytes; 0 if it cannot be estimated. Computed on the calling thread.
  public var estimatedOutputFileLength: Int64 { (try? estimate().byteCount) ?? 0 }

  /// The approximate size of the file, in bytes.
  ///
  /// - Throws: an ``AVError`` if it cannot be estimated.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws { try await queued { try self.estimate().byteCount } }
  }

  /// Estimates the size of the file, in bytes. Calls `handler` on a background thread, with 0 and an error if it cannot
  /// be estimated.
  public func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
    Self.starting.async {
      do { handler(try self.estimate().byteCount, nil) } catch { handler(0, error) }
    }
  }

  /// The approximate duration at which the file reaches `fileLengthLimit`; the whole duration if that is 0.
  ///
  /// - Throws: an ``AVError`` if it cannot be estimated.
  public var estimatedMaximumDuration: CMTime {
    get async throws { try await queued { try self.maximumDuration() } }
  }

  /// Estimates the duration at which the file reaches `fileLengthLimit`. Calls `handler` on a background thread, with
  /// an invalid time and an error if it cannot be estimated.
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
