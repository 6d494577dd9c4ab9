import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import RandomNumbers
import TestSupport
import Testing

/// Which quality chroma has where nobody says one: told by what the named ones give.
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

  /// The codes of a recipe's result in a buffer like the source, or like another one.
  ///
  /// - Parameters:
  ///   - reading: of the source; nil: nothing is said.
  ///   - writing: of the destination; nil: nothing is said.
  private func codes(
    _ source: CVPixelBuffer, _ name: String, reading: CIChromaQuality? = nil, writing: CIChromaQuality? = nil,
    like other: CVPixelBuffer? = nil, _ recipe: (CIImage) -> CIImage
  ) throws -> [Double] {
    let result = try CVPixelBuffer.like(other ?? source)
    let image = CIImage(cvPixelBuffer: source, options: reading.map { [.chromaQuality: $0] } ?? [:])
    let destination = CIRenderDestination(pixelBuffer: result)
    if let writing { destination.chromaQuality = writing }
    let context = try CIContext(checked: [.backend: name, .workingFormat: CIFormat.RGBAf])
    // At its place: what is left of the image in the destination would go to its corner.
    let all = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(result), height: CVPixelBufferGetHeight(result))
    let made = recipe(image)
    let corner = made.extent.intersection(all).origin
    try context.startTask(toRender: made, from: all, to: destination, at: corner).waitUntilCompleted()
    return try numbers(of: result)
  }

  private func sepia(_ image: CIImage) -> CIImage {
    image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3]).applyingFilter("CISepiaTone")
  }

  @Test(arguments: formats) func chainsOfColorsTakeEachGroupsChroma(_ format: OSType) throws {
    let source = try buffer(format)
    for name in Backend.contextNames {
      let automatic = try codes(source, name, sepia)
      let video = try codes(source, name, reading: .video, writing: .video, sepia)
      let smooth = try codes(source, name, reading: .smooth, writing: .smooth, sepia)
      #expect(automatic == video && automatic != smooth, "\(name)")
    }
  }

  /// What a recipe leaves alone comes back bit by bit.
  @Test(arguments: formats.dropLast()) func whatWasNotChangedComesBack(_ format: OSType) throws {
    let source = try buffer(format)
    let before = try numbers(of: source)
    for name in Backend.contextNames {
      let after = try codes(source, name) { image in
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
      // One path by itself would be about single pixels.
      { self.sepia($0.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 5])).composited(over: $0) },
    ]
    for name in Backend.contextNames {
      for (number, recipe) in recipes.enumerated() {
        let automatic = try codes(source, name, recipe)
        let smooth = try codes(source, name, reading: .smooth, writing: .smooth, recipe)
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
      let smooth = try codes(source, "processor", reading: .smooth, writing: .smooth, like: other, sepia)
      #expect(try codes(source, "processor", like: other, sepia) == smooth, "\(other)")
    }
  }

  @Test func whatIsSaidCounts() throws {
    let source = try buffer(Self.formats[0])
    let said = try codes(source, "processor", reading: .exact, sepia)
    #expect(try said == codes(source, "processor", reading: .exact, writing: .smooth, sepia))
    let written = try codes(source, "processor", writing: .exact, sepia)
    #expect(try written == codes(source, "processor", reading: .smooth, writing: .exact, sepia))
    #expect(CIRenderDestination(pixelBuffer: source).chromaQuality == .automatic)
  }

  /// Two videos of which one lies on the other.
  @Test func severalSourcesAreReadAlike() throws {
    let (source, other) = (try buffer(Self.formats[0]), try filled(Self.formats[0], 33, 18, seed: 9))
    func mixed(_ quality: CIChromaQuality?) throws -> [Double] {
      let options: [CIImageOption: Any] = quality.map { [.chromaQuality: $0] } ?? [:]
      return try codes(source, "processor", reading: quality, writing: quality) { image in
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
