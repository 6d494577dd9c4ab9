import ImageGraph
import ImagePlanning
import ImagePrograms
import PixelFormats

/// Copies the planes of an image of Y'CbCr to device memory, one after another, in the layout of a `PlaneLoad`. Padding
/// is undefined.
///
/// - Parameter pitch: the row stride of luma in pixels.
/// - Precondition: the capacity of `target` is that of the load.
func copyPlanes(of pixels: PixelBuffer, _ planes: YCbCrPlanes, to target: UnsafeMutableRawPointer, pitch: Int) {
  let load = PlaneLoad(planes)
  let sources = PixelPlanes(pixels, planes).planes
  for (index, placement) in load.placements(pitch: pitch, height: pixels.height).enumerated() {
    let (plane, source) = (load.planes[index], sources[index])
    let groups = (pixels.width + plane.columns - 1) / plane.columns
    RowCopy(
      placement.rows, of: groups * plane.samples * load.bytesPerSample, from: source.start, source.rowBytes,
      to: target + placement.offset * load.bytesPerSample, placement.pitch * load.bytesPerSample
    ).run()
  }
}

extension Schedule.Image {
  /// Copies the pixels of a source to device memory, in a format.
  func copy(_ pixels: PixelBuffer, to target: UnsafeMutableRawPointer, as format: PixelFormat) {
    if let planes { return copyPlanes(of: pixels, planes, to: target, pitch: pitch) }
    copyRows(of: pixels, to: target, format: format, pitch: pitch)
  }
}
