import CoreMedia
import Foundation

/// The codes of a buffer as FFmpeg writes raw images: planes without padding, chroma's planes apart, 10 bits low.
func rawImage(_ buffer: CVPixelBuffer) -> Data {
  CVPixelBufferLockBaseAddress(buffer, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
  let format = CVPixelBufferGetPixelFormatType(buffer)
  guard CVPixelBufferIsPlanar(buffer) else {
    let pixelBytes = [kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR].contains(format) ? 3 : 4
    return rows(
      CVPixelBufferGetBaseAddress(buffer)!, CVPixelBufferGetBytesPerRow(buffer), CVPixelBufferGetHeight(buffer),
      CVPixelBufferGetWidth(buffer) * pixelBytes)
  }
  let low = [kCVPixelFormatType_420YpCbCr10PlanarLow, kCVPixelFormatType_420YpCbCr10PlanarLowFullRange]
  let high = [
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
  ]
  let isWide = low.contains(format) || high.contains(format)
  let count = CVPixelBufferGetPlaneCount(buffer)
  var result = Data()
  for plane in 0..<count {
    let numbers = CVPixelBufferGetWidthOfPlane(buffer, plane) * (count == 2 && plane == 1 ? 2 : 1)
    let data = rows(
      CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!, CVPixelBufferGetBytesPerRowOfPlane(buffer, plane),
      CVPixelBufferGetHeightOfPlane(buffer, plane), numbers * (isWide ? 2 : 1))
    if count == 3 || format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange {
      result += data
    } else if high.contains(format) {
      result += parted(words(data).map { $0 >> 6 }, plane)
    } else {
      result += parted([UInt8](data), plane)
    }
  }
  return result
}

/// Returns settings that request a pixel format.
func formatSettings(_ code: OSType) -> [String: Any] { [kCVPixelBufferPixelFormatTypeKey as String: code] }

/// The planes of a buffer as they lie, without padding.
func rawPlanes(_ buffer: CVPixelBuffer) -> Data {
  CVPixelBufferLockBaseAddress(buffer, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
  let wide = [
    kCVPixelFormatType_420YpCbCr10PlanarLow, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
  ].contains(CVPixelBufferGetPixelFormatType(buffer))
  let count = CVPixelBufferGetPlaneCount(buffer)
  return (0..<count).reduce(into: Data()) { data, plane in
    let numbers = CVPixelBufferGetWidthOfPlane(buffer, plane) * (count == 2 && plane == 1 ? 2 : 1)
    data += rows(
      CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!, CVPixelBufferGetBytesPerRowOfPlane(buffer, plane),
      CVPixelBufferGetHeightOfPlane(buffer, plane), numbers * (wide ? 2 : 1))
  }
}

private func rows(_ start: UnsafeRawPointer, _ rowBytes: Int, _ count: Int, _ byteCount: Int) -> Data {
  (0..<count).reduce(into: Data()) { $0.append(Data(bytes: start + $1 * rowBytes, count: byteCount)) }
}

private func words(_ data: Data) -> [UInt16] { data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) } }

/// The first numbers of all pairs of a plane of chroma, then the second ones; luma as it is.
private func parted<Number: FixedWidthInteger>(_ numbers: [Number], _ plane: Int) -> Data {
  let order =
    plane == 0
    ? numbers
    : stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
      + stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
  return order.withUnsafeBytes { Data($0) }
}
