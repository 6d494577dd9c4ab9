import CoreMedia
import Foundation

/// The domain of ``AVError`` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of media: a code, a description, and if known the file and the time.
public struct AVError: Error, Hashable, Sendable {
  /// An error code, with the name and the number of Apple's systems.
  public enum Code: Int, Sendable {
    /// An error for which there is no more specific code.
    case unknown = -11800
    /// Not enough memory.
    case outOfMemory = -11801
    /// The session is running or has ended, and cannot be started again.
    case sessionNotRunning = -11803
    /// The disk is full.
    case diskFull = -11807
    /// The export failed.
    case exportFailed = -11820
    /// Frames cannot be decoded.
    case decodeFailed = -11821
    /// A sample cannot be written because of its format, its size or its time.
    case invalidSourceMedia = -11822
    /// The output file already exists.
    case fileAlreadyExists = -11823
    /// The file type is not recognized.
    case fileFormatNotRecognized = -11828
    /// The file is damaged or truncated.
    case fileFailedToParse = -11829
    /// There is no decoder for the stream.
    case decoderNotFound = -11833
    /// There is no encoder for the requested codec.
    case encoderNotFound = -11834
    /// The file may not be read or written.
    case applicationIsNotAuthorized = -11836
    /// The operation is not supported for this media.
    case operationNotSupportedForAsset = -11838
    /// A composition has an invalid property.
    case invalidVideoComposition = -11841
    /// A composition's handler released a request without an answer.
    case videoCompositorFailed = -11858
    /// The operation is not allowed in the current state: it is too early or too late.
    case operationNotAllowed = -11862
    /// Settings are invalid or contradictory.
    case incorrectlyConfigured = -11875
    /// The operation was cancelled.
    case operationCancelled = -11878
    /// FFmpeg's libraries are missing.
    case decoderTemporarilyUnavailable = -11839
    /// The file does not exist.
    case fileNotFound = -11879
  }

  /// The error code.
  public let code: Code
  /// A description: the rejected value, the reason, and the remedy.
  public let message: String
  /// The file; nil if there is none.
  public let url: URL?
  /// The time in the file, from its start; nil if it is not known.
  public let time: CMTime?

  init(_ code: Code, _ message: String, url: URL? = nil, time: CMTime? = nil) {
    (self.code, self.message, self.url, self.time) = (code, message, url, time)
  }

  /// Returns the error with a file and a time, unless it already has them.
  func at(_ url: URL?, _ time: CMTime? = nil) -> AVError {
    AVError(code, message, url: self.url ?? url, time: self.time ?? time)
  }
}

extension AVError: LocalizedError, CustomNSError, CustomStringConvertible {
  public static var errorDomain: String { AVFoundationErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { description }

  /// A description, for example `video.mp4 at 1.24 s: images cannot be decoded`.
  public var description: String {
    let location = [url?.lastPathComponent, time.map { "at \(String(format: "%.3f", $0.seconds)) s" }].compactMap { $0 }
    return location.isEmpty ? message : "\(location.joined(separator: " ")): \(message)"
  }
}

extension AVError {
  /// An error for which there is no more specific code.
  public static var unknown: Code { .unknown }
  /// The disk is full.
  public static var diskFull: Code { .diskFull }
  /// The export failed.
  public static var exportFailed: Code { .exportFailed }
  /// Frames cannot be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// The output file already exists.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The file type is not recognized.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file is damaged or truncated.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// There is no decoder for the stream.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// There is no encoder for the requested codec.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The operation is not supported for this media.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// A composition has an invalid property.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// A composition's handler released a request without an answer.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// A sample cannot be written because of its format, its size or its time.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// The operation is not allowed in the current state: it is too early or too late.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// Settings are invalid or contradictory.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
}
