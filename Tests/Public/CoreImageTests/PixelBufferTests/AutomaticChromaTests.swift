import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import RandomNumbers
import TestSupport
import Testing

/// Tests of the automatic chroma quality, by comparison with the explicit ones.
@Suite struct AutomaticChromaTests {
  private static let formats = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
    kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
  ]

  private func buffer(
    _ format: OSType, _ width: Int = 33, _ height: Int = 18, at site: CFString? = nil
  ) throws -> CVPixelBuffer {
    let buffer = try filled(format, width, height, seed: 5)
    if let site {
      CVBufferSetAttachment(buffer, kCVImageBufferChromaLocationTopFieldKey, site, .shouldPropagate)
    }
    return buffer
  }

  /// Returns the samples of a recipe's result in a buffer like the source, or like another one.
  ///
  /// - Parameters:
  ///   - reading: the quality of the source; nil: automatic.
  ///   - writing: the quality of the destination; nil: automatic.
  private func samples(
    _ source: CVPixelBuffer, _ name: String, reading: CIChromaQuality? = nil, writing: CIChromaQuality? = nil,
    like other: CVPixelBuffer? = nil, _ recipe: (CIImage) -> CIImage
  ) throws -> [Double] {
    let result = try CVPixelBuffer.like(other ?? source)
    let image = CIImage(cvPixelBuffer: source, options: reading.map { [.chromaQuality: $0] } ?? [:])
    let destination = CIRenderDestination(pixelBuffer: result)
    if let writing { destination.chromaQuality = writing }
    let context = try CIContext(checked: [.backend: name, .workingFormat: CIFormat.RGBAf])
    // At its position: the part of the image in the destination would be moved to its corner.
    let all = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(result), height: CVPixelBufferGetHeight(result))
    let output = recipe(image)
    let corner = output.extent.intersection(all).origin
    try context.startTask(toRender: output, from: all, to: destination, at: corner).waitUntilCompleted()
    return try numbers(of: result)
  }

  private func sepia(_ image: CIImage) -> CIImage {
    image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3]).applyingFilter("CISepiaTone")
  }

  @Test(arguments: formats) func chainsOfColorsTakeEachGroupsChroma(_ format: OSType) throws {
    let source = try buffer(format)
    for name in Backend.contextNames {
      let automatic = try samples(source, name, sepia)
      let video = try samples(source, name, reading: .video, writing: .video, sepia)
      let smooth = try samples(source, name, reading: .smooth, writing: .smooth, sepia)
      #expect(automatic == video && automatic != smooth, "\(name)")
    }
  }

  /// Unchanged pixels are preserved bit by bit.
  @Test(arguments: formats.dropLast()) func whatWasNotChangedComesBack(_ format: OSType) throws {
    let source = try buffer(format)
    let before = try numbers(of: source)
    for name in Backend.contextNames {
      let after = try samples(source, name) { image in
        image.applyingFilter("CIColorInvert").cropped(to: CGRect(x: 0, y: 0, width: 8, height: 18))
          .composited(over: image)
      }
      let unlike = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }.map { $0.offset }
      let columns = Set(unlike.filter { $0 < 33 * 18 }.map { $0 % 33 })
      #expect(columns == Set(0..<8), "\(name)")
      // Of chroma only the columns of these: 4 of 17, in all its rows.
      let rows = format == kCVPixelFormatType_422YpCbCr8BiPlanarFullRange ? 18 : 9
      #expect(unlike.filter { $0 >= 33 * 18 }.count <= 2 * 4 * rows, "\(name)")
    }
  }

  @Test func whatLooksAroundMixesNeighbours() throws {
    let source = try buffer(Self.formats[0])
    let recipes: [(CIImage) -> CIImage] = [
      { $0.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: $0.extent) },
      { $0.transformed(by: CGAffineTransform(translationX: 1, y: 0)) },
      // One path alone would process single pixels.
      { self.sepia($0.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 5])).composited(over: $0) },
    ]
    for name in Backend.contextNames {
      for (number, recipe) in recipes.enumerated() {
        let automatic = try samples(source, name, recipe)
        let smooth = try samples(source, name, reading: .smooth, writing: .smooth, recipe)
        let unlike = zip(automatic, smooth).enumerated().filter { $0.element.0 != $0.element.1 }
        #expect(unlike.isEmpty, "\(name), recipe \(number): \(unlike.count) differ, first \(unlike.prefix(3))")
      }
    }
  }

  @Test func planesThatLieOtherwiseMixNeighbours() throws {
    let source = try buffer(Self.formats[0], at: kCVImageBufferChromaLocation_Left)
    let others = try [
      buffer(Self.formats[0], at: kCVImageBufferChromaLocation_Center), buffer(Self.formats[0], 35, 18),
      buffer(Self.formats[0], 33, 19), buffer(Self.formats[2], at: kCVImageBufferChromaLocation_Left),
    ]
    for other in others {
      let smooth = try samples(source, "processor", reading: .smooth, writing: .smooth, like: other, sepia)
      #expect(try samples(source, "processor", like: other, sepia) == smooth, "\(other)")
    }
  }

  @Test func explicitQualitiesAreUsed() throws {
    let source = try buffer(Self.formats[0])
    let exact = try samples(source, "processor", reading: .exact, sepia)
    #expect(try exact == samples(source, "processor", reading: .exact, writing: .smooth, sepia))
    let written = try samples(source, "processor", writing: .exact, sepia)
    #expect(try written == samples(source, "processor", reading: .smooth, writing: .exact, sepia))
    #expect(CIRenderDestination(pixelBuffer: source).chromaQuality == .automatic)
  }

  /// Two videos, one composited over the other.
  @Test func severalSourcesAreReadAlike() throws {
    let (source, other) = (try buffer(Self.formats[0]), try filled(Self.formats[0], 33, 18, seed: 9))
    func mixed(_ quality: CIChromaQuality?) throws -> [Double] {
      let options: [CIImageOption: Any] = quality.map { [.chromaQuality: $0] } ?? [:]
      return try samples(source, "processor", reading: quality, writing: quality) { image in
        image.applyingFilter(
          "CIDissolveTransition",
          parameters: [
            kCIInputTargetImageKey: CIImage(cvPixelBuffer: other, options: options), kCIInputTimeKey: 0.4,
          ])
      }
    }
    #expect(try mixed(nil) == mixed(.video))
    #expect(try mixed(nil) != mixed(.smooth))
  }
}
