import CCodecs
import ImageColor

/// Opens the first frame of a GIF file. The image is the logical screen.
///
/// Source of the format: "Graphics Interchange Format, version 89a", CompuServe 1990, which defines no colour space.
func gifReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_gif_open) { handle in
    let info = cc_gif_get_header(handle)
    var header = ImageFileHeader(
      format: .gif, width: Int(info.width), height: Int(info.height), bitsPerComponent: 8,
      kind: info.channels == 4 ? .rgba : .rgb, colorSpace: .sRGB, isTagged: false, profile: nil,
      isConvertedByProfile: false, orientation: 1, properties: [:])
    header.frameCount = Int(info.frame_count)
    return header
  }
}
