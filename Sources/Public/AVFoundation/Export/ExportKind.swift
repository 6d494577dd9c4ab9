/// The kind of an export preset.
enum ExportKind: Sendable {
  /// Frames are decoded and encoded.
  case images(ExportPreset)
  /// Packets are copied; no frame is decoded.
  case packets(PacketPreset)

  static let all: [String: ExportKind] = ExportPreset.all.mapValues { .images($0) }.merging([
    AVAssetExportPresetPassthrough: .packets(.passthrough), AVAssetExportPresetAppleM4A: .packets(.m4a),
  ]) { $1 }

  var fileTypes: [AVFileType] {
    switch self {
    case .images(let preset): preset.fileTypes
    case .packets(let preset): preset.fileTypes
    }
  }

  /// Returns whether an asset can be exported to a file type, or to any of the preset's file types if that is nil.
  func isCompatible(with asset: AVAsset, _ type: AVFileType?) -> Bool {
    let types = type.map { fileTypes.contains($0) ? [$0] : [] } ?? fileTypes
    guard !types.isEmpty, let facts = try? asset.facts() else { return false }
    switch self {
    case .images(let preset): return (try? asset.firstVideo()) != nil && (try? preset.encoder()) != nil
    case .packets(let preset):
      guard !(asset is ImageSequence) else { return false }
      return types.contains { type in
        guard let container = type.container else { return false }
        let choice = try? preset.choice(
          of: facts.tracks, in: container, for: CMTimeRange(start: .zero, duration: facts.duration), url: asset.source)
        return choice?.tracks.isEmpty == false
      }
    }
  }

  /// Returns a job that exports an asset.
  ///
  /// - Throws: an error for unsupported options, before anything is written.
  func export(of asset: AVAsset, _ options: ExportOptions) throws(AVError) -> any RunningExport {
    switch self {
    case .images(let preset): try ExportJob(try ExportPlan(asset, preset, options))
    case .packets(let preset): try PacketExport(try PacketPlan(asset, preset, options))
    }
  }
}
