import CoreMedia
import Foundation

/// The domain of ``AVError`` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why something about media was not done: a code, words, and where known the file and the time.
public struct AVError: Error, Hashable, Sendable {
  /// Codes by the names and numbers of Apple's systems.
  public enum Code: Int, Sendable {
    /// None of the others.
    case unknown = -11800
    /// There is no memory.
    case outOfMemory = -11801
    /// The session runs, or has run, already.
    case sessionNotRunning = -11803
    /// The disk is full.
    case diskFull = -11807
    /// An export ended without a result.
    case exportFailed = -11820
    /// Images cannot be decoded.
    case decodeFailed = -11821
    /// A sample that was given cannot be written: its format, its size or its time.
    case invalidSourceMedia = -11822
    /// There is a file already where one was to be written.
    case fileAlreadyExists = -11823
    /// Nobody knows this kind of file.
    case fileFormatNotRecognized = -11828
    /// The file contradicts its kind, or ends too early.
    case fileFailedToParse = -11829
    /// There is no decoder for the stream.
    case decoderNotFound = -11833
    /// There is no encoder for what was asked.
    case encoderNotFound = -11834
    /// The file may not be read, or written.
    case applicationIsNotAuthorized = -11836
    /// What was asked cannot be done with this media here.
    case operationNotSupportedForAsset = -11838
    /// A composition says what no render can do.
    case invalidVideoComposition = -11841
    /// A composition's handler let a request go without an answer.
    case videoCompositorFailed = -11858
    /// It is not the time for that: something has to be done before, or was done too late.
    case operationNotAllowed = -11862
    /// Settings contradict each other, or what is there.
    case incorrectlyConfigured = -11875
    /// It was cancelled.
    case operationCancelled = -11878
    /// FFmpeg's libraries are not there.
    case decoderTemporarilyUnavailable = -11839
    /// There is no such file.
    case fileNotFound = -11879
  }

  /// What went wrong.
  public let code: Code
  /// In words: what was asked, what is so, what to do.
  public let message: String
  /// The file that it is about; nil where there is none.
  public let url: URL?
  /// Where in the file, from its start; nil where that is not known.
  public let time: CMTime?

  init(_ code: Code, _ message: String, url: URL? = nil, time: CMTime? = nil) {
    (self.code, self.message, self.url, self.time) = (code, message, url, time)
  }

  /// The same with a file and a time where it has none.
  func at(_ url: URL?, _ time: CMTime? = nil) -> AVError {
    AVError(code, message, url: self.url ?? url, time: self.time ?? time)
  }
}

extension AVError: LocalizedError, CustomNSError, CustomStringConvertible {
  public static var errorDomain: String { AVFoundationErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { description }

  /// For example `video.mp4 at 1.24 s: images cannot be decoded`.
  public var description: String {
    let place = [url?.lastPathComponent, time.map { "at \(String(format: "%.3f", $0.seconds)) s" }].compactMap { $0 }
    return place.isEmpty ? message : "\(place.joined(separator: " ")): \(message)"
  }
}

extension AVError {
  /// None of the others.
  public static var unknown: Code { .unknown }
  /// The disk is full.
  public static var diskFull: Code { .diskFull }
  /// An export ended without a result.
  public static var exportFailed: Code { .exportFailed }
  /// Images cannot be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// There is a file already where one was to be written.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// Nobody knows this kind of file.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file contradicts its kind, or ends too early.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// There is no decoder for the stream.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// There is no encoder for what was asked.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// What was asked cannot be done with this media here.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// A composition says what no render can do.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// A composition's handler let a request go without an answer.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// A sample that was given cannot be written: its format, its size or its time.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// It is not the time for that: something has to be done before, or was done too late.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// Settings contradict each other, or what is there.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// It was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
}
