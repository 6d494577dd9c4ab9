import CoreMedia
import Foundation

/// What the app asks of an export.
struct ExportOptions: @unchecked Sendable {
  var url: URL?
  var fileType: AVFileType?
  var composition: AVVideoComposition?
  var audioMix: AVAudioMix? { didSet { mix = audioMix?.curves ?? [:] } }
  /// How loud tracks are, by their numbers: as the mix said it when it was given, whatever becomes of it.
  private(set) var mix: [CMPersistentTrackID: VolumeCurve] = [:]
  var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
  var startsFast = false
  var metadata: [AVMetadataItem]?
  var allowsMorePasses = false
  /// 0: none.
  var byteLimit: Int64 = 0
  var encoding: ExportEncoding?

  /// Where it goes, and FFmpeg's name of the kind of file.
  ///
  /// - Throws: for what is missing, kinds of files beside these, and files that are there; and for a range that is
  ///   none.
  func destination(_ fileTypes: [AVFileType]) throws(AVError) -> (output: URL, container: String) {
    guard let output = url, let type = fileType else {
      throw AVError(
        .exportFailed, "outputURL and outputFileType say where the export goes; both are needed")
    }
    guard output.isFileURL, fileTypes.contains(type), let container = type.container else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(type.rawValue) is asked; the preset writes files of "
          + fileTypes.map(\.rawValue).joined(separator: ", "), url: output)
    }
    let isFile = encoding?.descriptor == nil && encoding?.replacesFile != true
    if isFile, FileManager.default.fileExists(atPath: output.path) {
      throw AVError(
        .fileAlreadyExists, "it is there already; remove it, or choose another name", url: output)
    }
    guard range.isValid, range.start.isNumeric else {
      throw AVError(.exportFailed, "\(range) is no range of times; its start must be a number")
    }
    return (output, container)
  }

  /// What the file says of itself: what is asked, else what the source does.
  func tags(of facts: AssetFacts) -> [String: String] {
    let own = ["title", "artist", "comment", "creation_time", "copyright"]
    return metadata.map { Dictionary($0.compactMap(\.tag).map { ($0.name, $0.text) }) { $1 } }
      ?? facts.tags.filter { own.contains($0.key) }
  }
}
