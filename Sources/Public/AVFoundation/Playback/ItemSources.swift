import CoreMedia

/// Where an item's images and sound come from. Made before the player is locked, as headers are read from the disk.
struct ItemSources: Sendable {
  /// Nil for a sound.
  let images: AssetFrameSource?
  /// Nil where there is none, or nobody hears it.
  let sound: SoundSource?
  /// Indefinite where the file does not say.
  let duration: CMTime

  /// - Throws: where the asset cannot be read, or has nothing that is played.
  init(_ asset: AVAsset, isHeard: Bool) throws(AVError) {
    let facts = try asset.facts()
    let hasImages = facts.tracks.contains { $0.mediaType == .video && !$0.stream.isStillImage }
    guard hasImages || facts.tracks.contains(where: { $0.mediaType == .audio }) else {
      throw AVError(
        .operationNotSupportedForAsset, "the file has neither images nor sound to be played", url: asset.source)
    }
    images = hasImages ? try AssetFrameSource(asset) : nil
    sound = isHeard ? SoundSource(asset) : nil
    duration = facts.duration.isNumeric ? facts.duration : .indefinite
  }
}
