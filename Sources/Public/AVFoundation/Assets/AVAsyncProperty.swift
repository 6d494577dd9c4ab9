import CoreMedia
import Foundation

/// Something that `load` reads of an object.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  init() {}
}

/// Something of a type that `load` reads of an object.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let read: (Root) throws -> Value
  init(_ read: @escaping (Root) throws -> Value) { self.read = read }
}

/// What is read when somebody asks for it.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

extension AVAsynchronousKeyValueLoading {
  /// Reads a property; nothing of Swift's own threads waits for the disk.
  ///
  /// - Throws: an ``AVError`` where the file cannot be read.
  public func load<Value: Sendable>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      loading.async { continuation.resume(with: Result { try property.read(self) }) }
    }
  }

  /// Reads two properties.
  public func load<A: Sendable, B: Sendable>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    (try await load(a), try await load(b))
  }

  /// Reads three properties.
  public func load<A: Sendable, B: Sendable, C: Sendable>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    (try await load(a), try await load(b), try await load(c))
  }
}

private let loading = DispatchQueue(label: "AVFoundation.load", attributes: .concurrent)

extension AVAsset: AVAsynchronousKeyValueLoading {}
extension AVAssetTrack: AVAsynchronousKeyValueLoading {}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// How long it takes from its first to its last moment.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { try $0.facts().duration } }
  /// All tracks, in the order of the file.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { try $0.readTracks() } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The size of images in square pixels, before `preferredTransform`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
  /// How images are turned to be shown, in a plane with y down.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// Images a second on average; 0 where nobody knows.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
  /// How long an image is shown at the nominal frame rate.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
  /// When it is shown, from the asset's start on.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
  /// How its samples are made, with the colours that the stream says.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty { $0.formatDescriptions }
  }
}
