import CoreMedia

/// The sources of an item's frames and sound. Created outside of the player's lock, because headers are read from the
/// disk.
struct ItemSources: Sendable {
  /// Nil for an asset without video.
  let images: AssetFrameSource?
  /// Nil if there is no sound, or if it is not played.
  let sound: SoundSource?
  /// Indefinite if the file does not specify it.
  let duration: CMTime

  /// - Throws: an error if the asset cannot be read, or has neither video nor audio.
  init(_ asset: AVAsset, isHeard: Bool) throws(AVError) {
    let facts = try asset.facts()
    let hasImages = facts.tracks.contains { $0.mediaType == .video && !$0.stream.isStillImage }
    guard hasImages || facts.tracks.contains(where: { $0.mediaType == .audio }) else {
      throw AVError(
        .operationNotSupportedForAsset, "the file has neither a video nor an audio track", url: asset.source)
    }
    images = hasImages ? try AssetFrameSource(asset) : nil
    sound = isHeard ? SoundSource(asset) : nil
    duration = facts.duration.isNumeric ? facts.duration : .indefinite
  }
}
