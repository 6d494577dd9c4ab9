import CoreImage
import CoreVideo
import Foundation
import RandomNumbers
import TestFiles
import TestSupport
import Testing

/// Codes of video as the light of displays: `CIImageOption.videoGamma`, `CIRenderDestination.videoGamma`.
@Suite struct VideoGammaTests {
  /// The transfer function, by the names of zscale and of CoreVideo.
  struct Standard: Sendable, CustomTestStringConvertible {
    let name, zscale: String
    let matrix, primaries, transfer: String
    var testDescription: String { name }

    var attachments: [(String, String)] {
      [
        (kCVImageBufferYCbCrMatrixKey as String, matrix), (kCVImageBufferColorPrimariesKey as String, primaries),
        (kCVImageBufferTransferFunctionKey as String, transfer),
      ]
    }
  }

  static let standards: [Standard] = [
    Standard(
      name: "BT.709", zscale: "matrixin=709:primariesin=709:transferin=709",
      matrix: kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String,
      primaries: kCVImageBufferColorPrimaries_ITU_R_709_2 as String,
      transfer: kCVImageBufferTransferFunction_ITU_R_709_2 as String),
    Standard(
      name: "BT.601", zscale: "matrixin=170m:primariesin=170m:transferin=601",
      matrix: kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String,
      primaries: kCVImageBufferColorPrimaries_SMPTE_C as String,
      transfer: kCVImageBufferTransferFunction_ITU_R_709_2 as String),
    Standard(
      name: "BT.2020", zscale: "matrixin=2020_ncl:primariesin=2020:transferin=2020_10",
      matrix: kCVImageBufferYCbCrMatrix_ITU_R_2020 as String,
      primaries: kCVImageBufferColorPrimaries_ITU_R_2020 as String,
      transfer: kCVImageBufferTransferFunction_ITU_R_2020 as String),
  ]

  private static let (width, height) = (32, 24)
  private static let format = kCVPixelFormatType_444YpCbCr8BiPlanarFullRange

  /// Colours within what can be shown: below black there is no gamma, and zscale has none.
  private func buffer(_ standard: Standard) throws -> CVPixelBuffer {
    let buffer = try CVPixelBuffer(width: Self.width, height: Self.height, pixelFormat: Self.format)
    for (key, value) in standard.attachments {
      CVBufferSetAttachment(buffer, key as CFString, value as CFString, .shouldPropagate)
    }
    var random = SplitMix(seed: 7)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 0..<2 {
      let start = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
      for row in 0..<Self.height {
        for column in 0..<Self.width * (plane + 1) {
          let code = UInt8.random(in: plane == 0 ? 70...180 : 108...148, using: &random)
          start.storeBytes(
            of: code, toByteOffset: row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) + column, as: UInt8.self)
        }
      }
    }
    return buffer
  }

  /// Luma, then pairs of chroma, without gaps.
  private func bytes(of buffer: CVPixelBuffer) -> [UInt8] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return (0..<2).flatMap { plane in
      (0..<Self.height).flatMap { row in
        UnsafeRawBufferPointer(
          start: CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
            + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane), count: Self.width * (plane + 1))
      }
    }
  }

  /// Linear light with the primaries of sRGB.
  private func light(_ image: CIImage, _ engine: String) throws -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: .zero, count: Self.width * Self.height)
    try CIContext(checked: [.backend: engine, .workingFormat: CIFormat.RGBAf]).render(
      checked: image, toBitmap: &pixels, rowBytes: Self.width * 16, bounds: image.extent, format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    return pixels
  }

  /// zscale converts to display light only, with gamma 2.4. An option has it compute the function instead of a table.
  @Test(arguments: standards) func displayLightIsThatOfZscale(_ standard: Standard) throws {
    let buffer = try buffer(standard)
    let codes = bytes(of: buffer)
    let count = Self.width * Self.height
    // Three planes, as zscale takes them.
    let planes =
      codes[..<count] + (0..<count).map { codes[count + 2 * $0] } + (0..<count).map { codes[count + 2 * $0 + 1] }
    let data = try FinishedProgram.output(
      "ffmpeg",
      [
        "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "yuv444p", "-s",
        "\(Self.width)x\(Self.height)", "-i", "-", "-vf",
        "zscale=\(standard.zscale)"
          + ":rangein=full:matrix=gbr:primaries=709:transfer=linear:range=full:dither=none:agamma=0,"
          + "format=gbrpf32le", "-frames:v", "1", "-f", "rawvideo", "-",
      ], input: Data(planes))
    let theirs = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(theirs.count == 3 * count)
    for engine in Backend.contextNames {
      let ours = try light(CIImage(cvPixelBuffer: buffer, options: [.videoGamma: CIVideoGamma.display]), engine)
      let camera = try light(CIImage(cvPixelBuffer: buffer), engine)
      var (worst, least): (Float, Float) = (0, .infinity)
      for index in 0..<count {
        let expected = SIMD3(theirs[2 * count + index], theirs[index], theirs[count + index])
        let difference = SIMD3(ours[index].x, ours[index].y, ours[index].z) - expected
        worst = max(worst, abs(difference.x), abs(difference.y), abs(difference.z))
        least = min(least, camera[index].y - ours[index].y)
      }
      #expect(worst < 1e-5, "\(engine): \(worst)")
      // What a display shows is darker than what was videoed.
      #expect(least > 0.01, "\(engine): \(least)")
    }
  }

  /// Grey of code c is (c/255)^γ.
  @Test(arguments: [(CIVideoGamma.display, 2.4), (.apple, 1.961)])
  func gammaIsTheExponent(_ gamma: CIVideoGamma, _ exponent: Double) throws {
    let buffer = try CVPixelBuffer(width: 256, height: 1, pixelFormat: Self.format)
    CVPixelBufferLockBaseAddress(buffer, [])
    for x in 0..<256 {
      CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.storeBytes(of: UInt8(x), toByteOffset: x, as: UInt8.self)
    }
    memset(CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!, 128, 512)
    CVPixelBufferUnlockBaseAddress(buffer, [])
    for engine in Backend.contextNames {
      var pixels = [SIMD4<Float>](repeating: .zero, count: 256)
      try CIContext(checked: [.backend: engine, .workingFormat: CIFormat.RGBAf, .workingColorSpace: NSNull()]).render(
        checked: CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()]), toBitmap: &pixels, rowBytes: 4096,
        bounds: CGRect(x: 0, y: 0, width: 256, height: 1), format: .RGBAf, colorSpace: nil)
      let codes = pixels
      try CIContext(checked: [.backend: engine, .workingFormat: CIFormat.RGBAf]).render(
        checked: CIImage(cvPixelBuffer: buffer, options: [.videoGamma: gamma]), toBitmap: &pixels, rowBytes: 4096,
        bounds: CGRect(x: 0, y: 0, width: 256, height: 1), format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
      for x in 0..<256 {
        #expect(abs(Double(pixels[x].y) - pow(max(Double(codes[x].y), 0), exponent)) < 1e-5, "\(engine) code \(x)")
      }
    }
  }

  /// Codes that nothing has changed come back, and go on to say that they are BT.709's.
  @Test(arguments: standards, CIVideoGamma.allCases)
  func thereAndBackIsExact(_ standard: Standard, _ gamma: CIVideoGamma) throws {
    let source = try buffer(standard)
    let image = CIImage(cvPixelBuffer: source, options: [.videoGamma: gamma])
    // The way there and that back: nothing is copied, as the left half is another image.
    let changed = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.25]).cropped(
      to: CGRect(x: 0, y: 0, width: 16, height: 24)
    ).composited(over: image)
    for engine in Backend.contextNames {
      let result = try CVPixelBuffer(width: Self.width, height: Self.height, pixelFormat: Self.format)
      for (key, value) in standard.attachments {
        CVBufferSetAttachment(result, key as CFString, value as CFString, .shouldPropagate)
      }
      let destination = CIRenderDestination(pixelBuffer: result)
      destination.videoGamma = gamma
      try CIContext(checked: [.backend: engine, .workingFormat: CIFormat.RGBAf]).startTask(
        toRender: changed, to: destination
      ).waitUntilCompleted()
      let (before, after) = (bytes(of: source), bytes(of: result))
      for row in 0..<Self.height {
        let right = row * Self.width + 16..<(row + 1) * Self.width
        #expect(before[right] == after[right], "\(engine) row \(row)")
        // A quarter of a stop more than the linear light of the gamma.
        #expect(
          zip(before[right.lowerBound - 16..<right.lowerBound], after[right.lowerBound - 16..<right.lowerBound])
            .allSatisfy { $0 < $1 })
      }
      let transfer = CVBufferCopyAttachment(result, kCVImageBufferTransferFunctionKey, nil) as? String
      #expect(transfer == standard.transfer)
    }
  }

  @Test func otherCurvesAndStatedSpacesStay() throws {
    let buffer = try buffer(Self.standards[0])
    let space = CGColorSpace(name: CGColorSpace.itur_709)!
    let engine = Backend.contextNames[0]
    let stated = try light(
      CIImage(cvPixelBuffer: buffer, options: [.colorSpace: space, .videoGamma: CIVideoGamma.display]), engine)
    #expect(try stated == light(CIImage(cvPixelBuffer: buffer), engine))
    CVBufferSetAttachment(
      buffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_2100_HLG, .shouldPropagate)
    let hlg = try light(CIImage(cvPixelBuffer: buffer, options: [.videoGamma: CIVideoGamma.apple]), engine)
    #expect(try hlg == light(CIImage(cvPixelBuffer: buffer), engine))
    #expect(throws: (any Error).self) { try CIImage(checked: buffer, options: [.videoGamma: 2.4]) }
  }
}
