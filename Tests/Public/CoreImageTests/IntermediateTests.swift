import CoreImage
import Foundation
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// Tests of the images that a context caches between renders, by passes and bytes.
@Suite struct IntermediateTests {
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!

  private func noise(_ width: Int = 120, _ height: Int = 90, seed: UInt64 = 1) -> CIImage {
    var random = SplitMix(seed: seed)
    let bytes = random.opaquePixels(width * height)
    return CIImage(
      bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
  }

  private func blurred(_ image: CIImage, _ radius: Double = 9) -> CIImage {
    image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": radius]).cropped(to: image.extent)
  }

  /// A slider at the end of a recipe.
  private func brightened(_ image: CIImage, _ ev: Double) -> CIImage {
    image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": ev])
  }

  /// Returns the passes of a render, after comparing its pixels with those of a context without a cache.
  private func passes(_ image: CIImage, on context: CIContext) throws -> Int {
    let fresh = Backend.context([.cacheIntermediates: false])
    let rect = CGRect(x: 0, y: 0, width: 120, height: 90)
    let destination = try CIRenderDestination(width: 120, height: 90, format: .RGBA8)
    let info = try context.startTask(toRender: image, from: rect, to: destination, at: .zero).waitUntilCompleted()
    let expected = try CIRenderDestination(width: 120, height: 90, format: .RGBA8)
    try fresh.startTask(toRender: image, from: rect, to: expected, at: .zero).waitUntilCompleted()
    let isSame = destination.withUnsafeBytes { a in expected.withUnsafeBytes { b in a.elementsEqual(b) } }
    #expect(isSame)
    return info.passCount
  }

  @Test func aRequestedIntermediateIsCachedAndReusedForAnotherSlider() throws {
    for (inserting, cachesAll) in [(true, true), (true, false), (false, true)] {
      let context = Backend.context([.cacheIntermediates: cachesAll])
      let part = blurred(noise()).insertingIntermediate(cache: inserting)
      #expect(try passes(brightened(part, 0.5), on: context) > 1)
      #expect(context.cachedByteCount > 0)
      #expect(try passes(brightened(part, 0.7), on: context) == 1)
      #expect(try passes(part.applyingFilter("CIColorInvert"), on: context) == 1)
    }
  }

  @Test func aContextWithoutCacheCachesOnlyIntermediatesThatRequestIt() throws {
    let context = Backend.context([.cacheIntermediates: false])
    let part = blurred(noise()).insertingIntermediate()
    for _ in 0..<4 { #expect(try passes(brightened(part, 0.5), on: context) > 1) }
    #expect(context.cachedByteCount == 0)
  }

  @Test func anIntermediateThatASecondRenderReadsIsCachedForTheThird() throws {
    let context = Backend.context()
    let image = noise()
    let first = try passes(brightened(blurred(image), 0.1), on: context)
    #expect(first > 2 && context.cachedByteCount == 0)
    #expect(try passes(brightened(blurred(image), 0.2), on: context) == first)
    #expect(context.cachedByteCount > 0)
    #expect(try passes(brightened(blurred(image), 0.3), on: context) == 1)
    // The cache holds the input of the slider's step, not every image before it.
    #expect(context.cachedByteCount < 3 * 120 * 90 * 8)
  }

  @Test func anotherImageAnotherRadiusOrAnotherPartIsMadeAnew() throws {
    let context = Backend.context()
    let image = noise()
    for _ in 0..<2 { _ = try passes(blurred(image), on: context) }
    #expect(try passes(blurred(image), on: context) == 1)
    #expect(try passes(blurred(noise(seed: 2)), on: context) > 1)
    #expect(try passes(blurred(image, 8), on: context) > 1)
    #expect(try passes(blurred(brightened(image, 1)), on: context) > 1)
  }

  @Test func graphsSayWhatComesFromTheCache() throws {
    let context = Backend.context()
    let part = blurred(noise()).insertingIntermediate(cache: true)
    func text() throws -> String {
      let destination = try CIRenderDestination(width: 120, height: 90, format: .RGBA8)
      return "\(try context.startTask(toRender: part, to: destination).waitUntilCompleted().graph)"
    }
    #expect(try !text().contains("from the cache"))
    #expect(try text().contains("from the cache"))
  }

  @Test func framesThatComeOnceLeaveNothing() throws {
    let context = Backend.context()
    for frame in 0..<12 { _ = try passes(blurred(noise(seed: UInt64(frame))), on: context) }
    #expect(context.cachedByteCount == 0)
  }

  @Test func clearingAndReclaimingFreeWhatIsKept() throws {
    for clear in [{ (context: CIContext) in context.clearCaches() }, { $0.reclaimResources() }] {
      let context = Backend.context()
      let part = blurred(noise()).insertingIntermediate(cache: true)
      let first = try passes(part, on: context)
      #expect(try passes(part, on: context) == 1)
      clear(context)
      #expect(context.cachedByteCount == 0 && context.memoryByteCount == 0)
      #expect(try passes(part, on: context) == first)
    }
  }

  @Test func whatIsMadeOfAImageThatIsGoneGoesToo() throws {
    let context = Backend.context()
    do {
      let part = blurred(noise(seed: 5)).insertingIntermediate(cache: true)
      _ = try passes(part, on: context)
      #expect(context.cachedByteCount > 0)
    }
    // A thread of the queue may release the image a moment after the task has ended; then a later render removes it
    // from the cache.
    var renders = 0
    repeat {
      _ = try passes(noise(seed: 6), on: context)
      renders += 1
    } while context.cachedByteCount > 0 && renders < 100
    #expect(context.cachedByteCount == 0)
  }

  @Test func keptImagesStayInTheirPartOfTheMemoryTarget() throws {
    let context = Backend.context([.memoryTarget: 2])
    let images = (0..<30).map { blurred(noise(seed: UInt64($0)), 3).insertingIntermediate(cache: true) }
    for image in images {
      _ = try passes(image, on: context)
      #expect(context.cachedByteCount <= 2 << 17)
      #expect(context.memoryByteCount <= 2 << 20)
    }
    #expect(context.cachedByteCount > 0)
  }
}
