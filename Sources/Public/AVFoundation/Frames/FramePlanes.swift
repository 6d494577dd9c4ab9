import CVideo
import CoreMedia
import Foundation

/// The planes of a decoded frame as a pixel buffer. If the layouts match, it uses the decoder's memory.
struct FramePlanes {
  private let frame: OpaquePointer
  private let facts: VDFrameFacts

  init(_ frame: OpaquePointer, _ facts: VDFrameFacts) { (self.frame, self.facts) = (frame, facts) }

  /// Returns a buffer with the frame's colour properties attached. Takes ownership of the frame: it is freed with the
  /// buffer's memory, or immediately.
  ///
  /// - Parameters:
  ///   - stream: the colour properties of the stream, used where the frame has none.
  ///   - dynamicRange: the HDR metadata of the stream, used where the frame has none.
  func buffer(_ stream: StreamColors, _ dynamicRange: DynamicRange) throws(AVError) -> CVPixelBuffer {
    guard let format = PlaneFormat(facts) else {
      vd_frame_free(frame)
      throw AVError(
        .operationNotSupportedForAsset,
        "the pixel format \(String(cString: facts.layoutName!)) is not supported; convert the file to yuv420p, "
          + "yuv422p, yuv444p or their formats with 10 bits")
    }
    let buffer = isCopied ? try copied(format) : try borrowed(format)
    attach(to: buffer, stream)
    dynamicRange.attach(to: buffer)
    return buffer
  }

  /// Whether the decoder's memory cannot be used as the buffer's.
  var isCopied: Bool { facts.rowBytes.0 < 0 || PlaneFormat(facts)?.pairsChroma == true }

  /// Returns a buffer on the decoder's memory. The decoder may still read it, so the buffer must not be written.
  private func borrowed(_ format: PlaneFormat) throws(AVError) -> CVPixelBuffer {
    let (width, height) = (Int(facts.width), Int(facts.height))
    let frame = UnsafeMutableRawPointer(frame)
    var buffer: CVPixelBuffer?
    let result: CVReturn
    if format.planeCount == 1 {
      result = CVPixelBufferCreateWithBytes(
        nil, width, height, format.code, facts.planes.0!, Int(facts.rowBytes.0), { owner, _ in freeFrame(owner) },
        frame,
        nil, &buffer)
    } else {
      var planes = [facts.planes.0, facts.planes.1, facts.planes.2].prefix(format.planeCount).map { $0 }
      var rowBytes = [facts.rowBytes.0, facts.rowBytes.1, facts.rowBytes.2].map { Int($0) }
      var widths = [width, (width + 1) / 2, (width + 1) / 2]
      var heights = [height, (height + 1) / 2, (height + 1) / 2]
      result = CVPixelBufferCreateWithPlanarBytes(
        nil, width, height, format.code, nil, 0, format.planeCount, &planes, &widths, &heights, &rowBytes,
        { owner, _, _, _, _ in freeFrame(owner) }, frame, nil, &buffer)
    }
    guard result == kCVReturnSuccess, let buffer else {
      vd_frame_free(OpaquePointer(frame))
      throw AVError(
        .decodeFailed,
        "a frame of \(width)x\(height) pixels with rows of \(facts.rowBytes.0) bytes is not a valid pixel buffer")
    }
    return buffer
  }

  private func copied(_ format: PlaneFormat) throws(AVError) -> CVPixelBuffer {
    defer { vd_frame_free(frame) }
    let buffer: CVPixelBuffer
    do throws(CVError) {
      buffer = try CVPixelBuffer(width: Int(facts.width), height: Int(facts.height), pixelFormat: format.code)
    } catch {
      throw AVError(.outOfMemory, error.description)
    }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard CVPixelBufferIsPlanar(buffer) else {
      vd_frame_copy_plane(frame, 0, CVPixelBufferGetBaseAddress(buffer)!, CVPixelBufferGetBytesPerRow(buffer))
      return buffer
    }
    for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
      let start = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
      let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      if plane == 1, format.pairsChroma {
        vd_frame_pair_chroma(frame, start, rowBytes)
      } else {
        vd_frame_copy_plane(frame, Int32(plane), start, rowBytes)
      }
    }
    return buffer
  }

  private func attach(to buffer: CVPixelBuffer, _ stream: StreamColors) {
    let colors = StreamColors(
      primaries: facts.primaries == 2 ? stream.primaries : facts.primaries,
      transfer: facts.transfer == 2 ? stream.transfer : facts.transfer,
      matrix: facts.matrix == 2 ? stream.matrix : facts.matrix,
      chromaLocation: facts.chromaLocation == 0 ? stream.chromaLocation : facts.chromaLocation)
    colors.attach(to: buffer)
    func set(_ key: CFString, _ value: CFTypeRef) { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    if facts.aspectNumerator > 0, facts.aspectDenominator > 0, facts.aspectNumerator != facts.aspectDenominator {
      set(
        kCVImageBufferPixelAspectRatioKey, aspectDictionary((facts.aspectNumerator, facts.aspectDenominator)))
    }
    if facts.isInterlaced {
      set(kCVImageBufferFieldCountKey, 2 as NSNumber)
      set(
        kCVImageBufferFieldDetailKey,
        facts.isTopFirst
          ? kCVImageBufferFieldDetailTemporalTopFirst : kCVImageBufferFieldDetailTemporalBottomFirst)
    }
    if facts.hasMastering {
      set(
        kCVImageBufferMasteringDisplayColorVolumeKey, withUnsafeBytes(of: facts.mastering) { Data($0) } as NSData)
    }
    if facts.hasLightLevel {
      set(kCVImageBufferContentLightLevelInfoKey, withUnsafeBytes(of: facts.lightLevel) { Data($0) } as NSData)
    }
  }
}

private func freeFrame(_ frame: UnsafeMutableRawPointer?) { vd_frame_free(frame.map { OpaquePointer($0) }) }

/// The pixel format that a decoder's layout has or is converted to.
private struct PlaneFormat {
  let code: OSType
  let planeCount: Int
  /// Whether the chroma planes are interleaved, with unchanged samples.
  var pairsChroma = false

  init?(_ facts: VDFrameFacts) {
    let isFull = facts.isFullRange
    switch facts.layout {
    case VD_I420:
      code = isFull ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
    case VD_I420_10:
      code = isFull ? kCVPixelFormatType_420YpCbCr10PlanarLowFullRange : kCVPixelFormatType_420YpCbCr10PlanarLow
    case VD_NV12:
      code =
        isFull ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case VD_P010:
      code =
        isFull ? kCVPixelFormatType_420YpCbCr10BiPlanarFullRange : kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    case VD_I422:
      code =
        isFull ? kCVPixelFormatType_422YpCbCr8BiPlanarFullRange : kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange
    case VD_I422_10:
      code =
        isFull ? kCVPixelFormatType_422YpCbCr10BiPlanarFullRange : kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    case VD_I444:
      code =
        isFull ? kCVPixelFormatType_444YpCbCr8BiPlanarFullRange : kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange
    case VD_I444_10:
      code =
        isFull ? kCVPixelFormatType_444YpCbCr10BiPlanarFullRange : kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
    case VD_BGRA: code = kCVPixelFormatType_32BGRA
    case VD_RGBA: code = kCVPixelFormatType_32RGBA
    case VD_ARGB: code = kCVPixelFormatType_32ARGB
    case VD_ABGR: code = kCVPixelFormatType_32ABGR
    case VD_RGB: code = kCVPixelFormatType_24RGB
    case VD_BGR: code = kCVPixelFormatType_24BGR
    default: return nil
    }
    switch facts.layout {
    case VD_I420, VD_I420_10: planeCount = 3
    case VD_NV12, VD_P010: planeCount = 2
    case VD_I422, VD_I422_10, VD_I444, VD_I444_10: (planeCount, pairsChroma) = (2, true)
    default: planeCount = 1
    }
  }
}
