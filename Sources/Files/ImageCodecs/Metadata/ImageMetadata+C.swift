import CCodecs

extension ImageMetadata {
  init(_ metadata: cc_metadata) {
    self.init(exif: bytes(metadata.exif), xmp: bytes(metadata.xmp), photoshop: bytes(metadata.photoshop))
  }

  /// Calls `body` with the blocks as C structures, which are valid during the call.
  func withC<Result>(_ body: (cc_metadata) -> Result) -> Result {
    func borrowed(_ block: UnsafeBufferPointer<UInt8>) -> cc_bytes {
      cc_bytes(bytes: block.isEmpty ? nil : block.baseAddress, size: block.count)
    }
    return exif.withUnsafeBufferPointer { exif in
      xmp.withUnsafeBufferPointer { xmp in
        photoshop.withUnsafeBufferPointer { photoshop in
          body(
            cc_metadata(
              exif: borrowed(exif), xmp: borrowed(xmp), photoshop: borrowed(photoshop), orientation: Int32(orientation),
              dots_per_inch_x: resolution?.x ?? 0, dots_per_inch_y: resolution?.y ?? 0)
          )
        }
      }
    }
  }
}

func bytes(_ block: cc_bytes) -> [UInt8] {
  block.bytes.map { [UInt8](UnsafeBufferPointer(start: $0, count: block.size)) } ?? []
}
