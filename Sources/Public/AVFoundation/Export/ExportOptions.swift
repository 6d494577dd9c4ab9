import CoreMedia
import Foundation

/// The options of an export that the app has set.
struct ExportOptions: @unchecked Sendable {
  var url: URL?
  var fileType: AVFileType?
  var composition: AVVideoComposition?
  var audioMix: AVAudioMix? { didSet { mix = audioMix?.curves ?? [:] } }
  /// The volume curves by track identifiers, copied when the mix was set; later changes of the mix have no effect.
  private(set) var mix: [CMPersistentTrackID: VolumeCurve] = [:]
  var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
  var startsFast = false
  var metadata: [AVMetadataItem]?
  var allowsMorePasses = false
  /// 0 for no limit.
  var byteLimit: Int64 = 0
  var encoding: ExportEncoding?
  /// The name of the file until it is complete; nil for a unique one.
  var partialName: String?

  /// Returns the location of the output, and FFmpeg's name of the container.
  ///
  /// - Throws: an error for missing options, unsupported file types, existing files, and invalid ranges.
  func destination(_ fileTypes: [AVFileType]) throws(AVError) -> (output: URL, container: String) {
    guard let output = url, let type = fileType else {
      throw AVError(
        .exportFailed, "the export has no destination; set both outputURL and outputFileType")
    }
    guard output.isFileURL, fileTypes.contains(type), let container = type.container else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(type.rawValue) is not supported at this URL; the preset writes files of "
          + fileTypes.map(\.rawValue).joined(separator: ", "), url: output)
    }
    let isFile = encoding?.descriptor == nil && encoding?.replacesFile != true
    if isFile, FileManager.default.fileExists(atPath: output.path) {
      throw AVError(
        .fileAlreadyExists, "the file already exists; remove it, or choose another name", url: output)
    }
    guard range.isValid, range.start.isNumeric else {
      throw AVError(.exportFailed, "\(range) is not a valid time range; its start must be a number")
    }
    return (output, container)
  }

  /// Returns the metadata of the output: that of the options, or else that of the source.
  func tags(of facts: AssetFacts) -> [String: String] {
    let own = ["title", "artist", "comment", "creation_time", "copyright"]
    return metadata.map { Dictionary($0.compactMap(\.tag).map { ($0.name, $0.text) }) { $1 } }
      ?? facts.tags.filter { own.contains($0.key) }
  }
}
