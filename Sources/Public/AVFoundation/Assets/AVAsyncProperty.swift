import CoreMedia
import Foundation

/// A property that `load` reads from an object.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  init() {}
}

/// A property of a given type that `load` reads from an object.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let read: (Root) throws -> Value
  init(_ read: @escaping (Root) throws -> Value) { self.read = read }
}

/// An object whose properties are read on demand.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

extension AVAsynchronousKeyValueLoading {
  /// Reads a property, without blocking threads of Swift's concurrency pool.
  ///
  /// - Throws: an ``AVError`` if the file cannot be read.
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
  /// The duration, from the earliest start to the latest end of a track.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { try $0.facts().duration } }
  /// All tracks, in the order of the file.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { try $0.readTracks() } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The size of images in square pixels, before `preferredTransform`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
  /// The transform from a frame of the natural size to its display orientation, in a plane with y down.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// The average number of frames a second; 0 if it is not known.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
  /// The exact duration of a frame at the nominal frame rate.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
  /// The presentation time range, from the asset's start.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
  /// The descriptions of the samples, with the colour properties of the stream.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty { $0.formatDescriptions }
  }
}
