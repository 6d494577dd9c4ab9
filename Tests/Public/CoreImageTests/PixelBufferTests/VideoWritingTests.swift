import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import TestContexts
import TestSupport
import Testing

/// Tests of images written into planes of Y'CbCr, on every engine, against the definition in PixelFormats, which agrees
/// with zscale.
@Suite struct VideoWritingTests {
  private typealias Reading = VideoReadingTests

  @Test(arguments: VideoReadingTests.formats, [CIChromaQuality.exact, .smooth, .video])
  func codesAreThoseOfTheDefinition(_ format: OSType, _ quality: CIChromaQuality) throws {
    for (index, size) in Reading.sizes.enumerated() {
      let (matrix, weights) = Reading.matrices[index % Reading.matrices.count]
      let (location, site) = Reading.sites[index]
      let (image, pixels) = colors(size.0, size.1, seed: UInt64(index))
      func empty() throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: size.0, height: size.1, pixelFormat: format)
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        CVBufferSetAttachment(buffer, kCVImageBufferChromaLocationTopFieldKey, location, .shouldPropagate)
        return buffer
      }
      for name in Backend.contextNames {
        let buffer = try empty()
        let destination = CIRenderDestination(pixelBuffer: buffer)
        destination.chromaQuality = quality
        destination.colorSpace = nil
        // Half floats between steps are less accurate than samples of 16 bits.
        let context = CIContext(options: [.backend: name, .workingFormat: CIFormat.RGBAf])
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
        let worst = try distanceFromDefinition(
          of: buffer, made: pixels, YCbCrConversion(weights, site: site, quality: quality.planes))
        #expect(worst <= allowedDistance(in: buffer), "\(name) \(buffer) \(quality): \(worst)")
      }
    }
  }

  /// Every size from 1 to 67 with every chroma siting, and every matrix with every siting and quality, on the engines
  /// that have their own code for planes.
  @Test(arguments: VideoReadingTests.formats, Backend.engineNames)
  func codesAreHalfACodeFromExactNumbers(_ format: OSType, _ engine: String) throws {
    // Half floats between steps are less accurate than samples of 16 bits.
    let context = try CIContext(checked: [.backend: engine, .workingFormat: CIFormat.RGBAf])
    let qualities: [CIChromaQuality] = [.exact, .smooth, .video]
    for width in 1...67 {
      let height = width * 29 % 67 + 1
      let (image, pixels) = colors(width, height, seed: UInt64(width))
      for (place, (location, site)) in Reading.sites.enumerated() {
        let (matrix, weights) = Reading.matrices[(width + place) % Reading.matrices.count]
        let quality = qualities[(width / 4 + place) % qualities.count]
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        CVBufferSetAttachment(buffer, kCVImageBufferChromaLocationTopFieldKey, location, .shouldPropagate)
        let destination = CIRenderDestination(pixelBuffer: buffer)
        (destination.chromaQuality, destination.colorSpace) = (quality, nil)
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
        let worst = try distanceFromDefinition(
          of: buffer, made: pixels, YCbCrConversion(weights, site: site, quality: quality.planes))
        #expect(worst <= allowedDistance(in: buffer), "\(engine) \(buffer) \(matrix) \(location) \(quality): \(worst)")
      }
    }
  }

  /// Outside of the bounds everything is unchanged, and chroma of pixels on both sides is computed from both.
  @Test(arguments: [CGRect(x: 4, y: 2, width: 6, height: 4), CGRect(x: 3, y: 1, width: 5, height: 4)])
  func onlyTheBoundsAreWritten(_ bounds: CGRect) throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    for name in Backend.contextNames {
      let buffer = try CVPixelBuffer(width: 16, height: 10, pixelFormat: format)
      try fill(buffer, codes: [50, 60, 70])
      let white = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 16, height: 10))
      try CIContext(options: [.backend: name]).render(checked: white, to: buffer, bounds: bounds, colorSpace: nil)
      let codes = try numbers(of: buffer)
      for y in 0..<10 {
        for x in 0..<16 {
          let isInside = bounds.contains(CGPoint(x: Double(x) + 0.5, y: 10 - Double(y) - 0.5))
          #expect(codes[y * 16 + x] == (isInside ? 235 : 50), "\(name) \(x) \(y)")
        }
      }
      let blue = codes[160..<(160 + 40)]
      for row in 0..<5 {
        for column in 0..<8 {
          let count = [(0, 0), (1, 0), (0, 1), (1, 1)].filter { dx, dy in
            bounds.contains(CGPoint(x: Double(2 * column + dx) + 0.5, y: 10 - Double(2 * row + dy) - 0.5))
          }.count
          let code = blue[blue.startIndex + row * 8 + column]
          if count == 0 { #expect(code == 60, "\(name) \(column) \(row)") }
          if count == 4, bounds.minX == 4 { #expect(code == 128, "\(name) \(column) \(row)") }
          if count > 0 { #expect(code > 60 && code <= 128, "\(name) \(column) \(row) \(code)") }
        }
      }
    }
  }

  @Test func thereAndBackLosesNothingInVideoQuality() throws {
    for format in VideoReadingTests.formats where format != kCVPixelFormatType_444YpCbCr8BiPlanarFullRange {
      let buffer = try filled(format, 33, 17, seed: 7)
      let copy = try CVPixelBuffer(width: 33, height: 17, pixelFormat: format)
      let image = CIImage(cvPixelBuffer: buffer, options: [.chromaQuality: CIChromaQuality.video])
      let destination = CIRenderDestination(pixelBuffer: copy)
      destination.chromaQuality = .video
      let context = Backend.context([.workingFormat: CIFormat.RGBAf])
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      // A sum of floats may be rounded to the other one of two 16-bit samples, on some drivers.
      let allowed: Double = buffer.layout.component(.luma)?.format.depth == 16 ? 1 : 0
      let differences = zip(try numbers(of: copy), try numbers(of: buffer)).map { abs($0 - $1) }
      #expect(differences.max()! <= allowed, "\(buffer)")
    }
  }

  /// An unmodified image of a buffer is copied into another one of its format byte by byte, also if samples are outside
  /// of the range of colours.
  @Test func whatIsUnchangedIsCopied() throws {
    let buffer = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 19, 11, seed: 3)
    let copy = try CVPixelBuffer(width: 19, height: 11, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    let before = copy.contentGeneration
    Backend.context().render(CIImage(cvPixelBuffer: buffer), to: copy)
    #expect(try numbers(of: copy) == numbers(of: buffer) && copy.contentGeneration > before)
  }

  private static let copied: [OSType] = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_32BGRA,
    kCVPixelFormatType_ARGB2101010LEPacked, kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_OneComponent8,
  ]

  /// Recipes without effect copy the bytes, on all engines and for all samples: no step runs.
  @Test(arguments: copied, Backend.contextNames)
  func recipesThatComeToNothingCopyTheBytes(_ format: OSType, _ engine: String) throws {
    let context = try CIContext(checked: [.backend: engine])
    let buffer = try filled(format, 19, 11, seed: 4)
    let whole = CGRect(x: 0, y: 0, width: 19, height: 11)
    let recipes: [(String, (CIImage) -> CIImage)] = [
      ("nothing", { $0 }), ("no exposure", { $0.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0]) }),
      ("a crop that cuts nothing", { $0.cropped(to: whole.insetBy(dx: -3, dy: -2)) }),
      (
        "a way there and back",
        {
          $0.transformed(by: CGAffineTransform(translationX: 5, y: 3)).transformed(
            by: CGAffineTransform(translationX: -5, y: -3))
        }
      ),
      (
        "no hue",
        {
          $0.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0]).applyingFilter(
            "CIColorControls", parameters: ["inputSaturation": 1, "inputBrightness": 0, "inputContrast": 1])
        }
      ),
    ]
    for quality in [CIChromaQuality.automatic, .exact] {
      let image = CIImage(cvPixelBuffer: buffer, options: [.chromaQuality: quality])
      for (name, recipe) in recipes {
        let (copy, rendered) = (try CVPixelBuffer.like(buffer), try CVPixelBuffer.like(buffer))
        let destination = CIRenderDestination(pixelBuffer: copy)
        destination.chromaQuality = quality
        let info = try context.startTask(toRender: recipe(image), to: destination).waitUntilCompleted()
        context.render(recipe(image), to: rendered)
        #expect(info.passCount == 0, "\(name)")
        #expect(try numbers(of: copy) == numbers(of: buffer), "\(name) by a task")
        #expect(try numbers(of: rendered) == numbers(of: buffer), "\(name) by a render")
      }
    }
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
  }

  /// Recipes that change a sample are rendered.
  @Test func whatChangesSomethingIsNotCopied() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    let (context, buffer) = (Backend.context(), try filled(format, 18, 10, seed: 4))
    func passes(
      _ image: CIImage, _ change: (CIRenderDestination) -> Void = { _ in }, like other: CVPixelBuffer? = nil
    ) throws -> Int {
      let destination = CIRenderDestination(pixelBuffer: try CVPixelBuffer.like(other ?? buffer))
      change(destination)
      return try context.startTask(toRender: image, to: destination).waitUntilCompleted().passCount
    }
    let image = CIImage(cvPixelBuffer: buffer)
    let p3 = CGColorSpace(name: CGColorSpace.displayP3)!
    let hasPasses = [
      try passes(image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.01])),
      try passes(image.matchedFromWorkingSpace(to: p3)!),
      try passes(image.cropped(to: CGRect(x: 0, y: 0, width: 18, height: 9))),
      try passes(image.transformed(by: CGAffineTransform(translationX: 1, y: 0))),
      try passes(image, { $0.isFlipped = false }), try passes(image, { $0.colorSpace = p3 }),
      try passes(image, { $0.videoGamma = .display }), try passes(image, { $0.blendKernel = .multiply }),
      try passes(CIImage(cvPixelBuffer: buffer, options: [.videoGamma: CIVideoGamma.display])),
      try passes(CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()])),
      try passes(image, like: filled(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 18, 10, seed: 1)),
    ].map { $0 > 0 }
    #expect(hasPasses.allSatisfy { $0 }, "\(hasPasses)")
    // Another range has other samples for the same linear light.
    #expect(
      try passes(CIImage(cvPixelBuffer: buffer, options: [.videoGamma: CIVideoGamma.display])) {
        $0.videoGamma = .display
      } == 0)
  }

  /// Colours and blurs from planes to planes.
  private static let videos: [@Sendable (CIImage) -> CIImage] = [
    { $0.applyingFilter("CISepiaTone") },
    {
      $0.applyingFilter("CISepiaTone").clampedToExtent().applyingGaussianBlur(sigma: 5).cropped(to: $0.extent)
    },
    // Some pixels are unchanged, and share chroma with those that are written.
    { $0.transformed(by: CGAffineTransform(translationX: 3, y: -5)) },
  ]

  private func codes(
    _ source: CVPixelBuffer, _ recipe: (CIImage) -> CIImage, _ options: [CIContextOption: Any], inPlace: Bool = false
  ) throws -> [Double] {
    let result = try CVPixelBuffer.like(source)
    try fill(result, codes: [16, 128, 128])
    let destination = CIRenderDestination(pixelBuffer: result)
    destination.isWrittenInPlace = inPlace
    let all = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(result), height: CVPixelBufferGetHeight(result))
    let image = recipe(CIImage(cvPixelBuffer: source)).cropped(to: all)
    try CIContext(checked: options).startTask(toRender: image, from: all, to: destination, at: image.extent.origin)
      .waitUntilCompleted()
    return try numbers(of: result)
  }

  /// Destinations that are written in place have the same result.
  @Test(arguments: [(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange), kCVPixelFormatType_420YpCbCr8Planar])
  func whatIsWrittenInPlaceIsTheSame(_ format: OSType) throws {
    let source = try filled(format, 97, 61, seed: 5)
    for name in Backend.contextNames {
      for recipe in Self.videos {
        let copied = try codes(source, recipe, [.backend: name])
        #expect(try codes(source, recipe, [.backend: name], inPlace: true) == copied, "\(name)")
      }
    }
  }

  /// With little memory, videos are rendered in strips, and each plane separately.
  @Test(arguments: [(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange), kCVPixelFormatType_420YpCbCr8Planar])
  func littleMemoryGivesTheSameCodes(_ format: OSType) throws {
    let source = try filled(format, 701, 403, seed: 3)
    for (number, recipe) in Self.videos.enumerated() {
      let wanted = try codes(source, recipe, [.backend: "processor", .workingFormat: CIFormat.RGBAf])
      // The least memory that the smallest strips fit in.
      let parts = stride(from: 0.25, through: 16, by: 0.25).lazy.compactMap { megabytes in
        try? codes(
          source, recipe, [.backend: "processor", .workingFormat: CIFormat.RGBAf, .memoryTarget: megabytes])
      }.first
      let unlike = zip(try #require(parts), wanted).filter { $0 != $1 }
      #expect(
        unlike.allSatisfy { abs($0 - $1) <= 1 } && unlike.count <= wanted.count / 1000,
        "recipe \(number): \(unlike.count) of \(wanted.count), \(unlike.prefix(5))")
    }
  }

  @Test func whatWasWrittenIsAttached() throws {
    let buffer = try CVPixelBuffer(width: 8, height: 8, pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    let space = CGColorSpace(name: CGColorSpace.itur_2100_HLG)!
    Backend.context().render(
      CIImage(color: .red), to: buffer, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), colorSpace: space)
    #expect(buffer.videoColor.primaries == 9 && buffer.videoColor.transfer == 18)
    #expect(
      CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String
        == kCVImageBufferTransferFunction_ITU_R_2100_HLG as String)
  }

  @Test func destinationsCanBeUpsideDown() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    let (image, _) = colors(8, 5, seed: 5)
    let turned = image.transformed(by: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 5))
    let (first, second) = (
      try CVPixelBuffer(width: 8, height: 5, pixelFormat: format),
      try CVPixelBuffer(width: 8, height: 5, pixelFormat: format)
    )
    let destination = CIRenderDestination(pixelBuffer: first)
    destination.isFlipped = false
    try Backend.context().startTask(toRender: image, to: destination).waitUntilCompleted()
    try Backend.context().startTask(toRender: turned, to: CIRenderDestination(pixelBuffer: second)).waitUntilCompleted()
    #expect(try numbers(of: first) == numbers(of: second))
  }

  /// Only a running render keeps the buffer locked: without a lock there are no addresses.
  @Test func nothingStaysLocked() throws {
    let buffer = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 6, 4, seed: 9)
    let destination = CIRenderDestination(pixelBuffer: buffer)
    let (context, image) = (Backend.context(), colors(6, 4, seed: 1).image)
    let estimate = try context.estimateRender(image, from: image.extent, to: destination, at: .zero)
    try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
    #expect(estimate.plannedPixelsProcessed > 0 && CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
    try context.startTask(toRender: image, to: destination).waitUntilCompleted()
    context.render(image, to: buffer)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
  }

  @Test func clearingMakesBlack() throws {
    let buffer = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 6, 4, seed: 9)
    let task = try Backend.context().startTask(toClear: CIRenderDestination(pixelBuffer: buffer))
    try task.waitUntilCompleted()
    let codes = try numbers(of: buffer)
    #expect(codes[..<24].allSatisfy { $0 == 16 } && codes[24...].allSatisfy { $0 == 128 })
  }
}
