import CoreImage
import Foundation
import RandomNumbers
import Synchronization
import TestContexts
import TestSupport
import Testing

/// Tests of background renders: destinations, errors, memory leaks and deadlocks.
@Suite struct RenderTaskTests {
  private static let shared = Backend.context()
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!

  private func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> CIImage {
    var random = SplitMix(seed: seed)
    let bytes = random.opaquePixels(width * height)
    return CIImage(
      bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
  }

  private func bytes(_ destination: CIRenderDestination) -> [UInt8] { destination.withUnsafeBytes { [UInt8]($0) } }

  private func bytes(of image: CIImage, _ rect: CGRect, on context: CIContext = shared) throws -> [UInt8] {
    [UInt8](try #require(context.createCGImage(image, from: rect)).data)
  }

  private var backends: [CIContext] { [Self.shared, CIContext(options: [.backend: "reference"])] }

  // MARK: Destinations

  @Test(arguments: [
    (CIFormat.RGBA8, CGColorSpace.sRGB), (.RGBAh, CGColorSpace.extendedSRGB), (.L8, CGColorSpace.genericGrayGamma2_2),
    (.LA16, CGColorSpace.genericGrayGamma2_2), (.Lf, CGColorSpace.extendedGray),
  ])
  func theFormatDecidesWhatValuesMeanAtFirst(format: CIFormat, name: String) throws {
    let destination = try CIRenderDestination(width: 4, height: 4, format: format)
    #expect(destination.colorSpace?.name == name)
  }

  @Test func aTaskRendersWhatARenderDoes() throws {
    for context in backends {
      let image = noise(40, 30).applyingFilter("CISepiaTone")
      let destination = try CIRenderDestination(width: 40, height: 30, format: .RGBA8)
      let info = try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      let isSame = try bytes(destination) == bytes(of: image, image.extent, on: context)
      #expect(isSame)
      #expect(info.pixelsProcessed == 40 * 30)
    }
  }

  @Test func theCroppedPartGoesToThePointAndTheRestStays() throws {
    for context in backends {
      let image = noise(20, 20)
      for isFlipped in [true, false] {
        var memory = [UInt8](repeating: 9, count: 12 * 64)
        try memory.withUnsafeMutableBytes { raw in
          let destination = CIRenderDestination(
            bitmapData: raw.baseAddress!, width: 15, height: 12, bytesPerRow: 64, format: .RGBA8)
          destination.isFlipped = isFlipped
          try context.startTask(
            toRender: image, from: CGRect(x: 2, y: 3, width: 4, height: 5), to: destination, at: CGPoint(x: 6, y: 1)
          ).waitUntilCompleted()
        }
        let part = try bytes(of: image, CGRect(x: 2, y: 3, width: 4, height: 5), on: context)
        for row in 0..<12 {
          let fromTop = isFlipped ? row : 11 - row
          let isInside = (6..<11).contains(fromTop)
          let expected =
            [UInt8](repeating: 9, count: 24) + (isInside ? Array(part[(fromTop - 6) * 16..<(fromTop - 5) * 16]) : [9])
          #expect(Array(memory[row * 64..<row * 64 + (isInside ? 40 : 25)]) == expected)
          #expect(memory[row * 64 + 40..<row * 64 + 64].allSatisfy { $0 == 9 })
        }
      }
    }
  }

  @Test func pixelsOutsideOfTheDestinationAreOmitted() throws {
    let image = noise(20, 20)
    let destination = try CIRenderDestination(width: 5, height: 5, format: .RGBA8)
    try Self.shared.startTask(toRender: image, from: image.extent, to: destination, at: CGPoint(x: -3, y: -4))
      .waitUntilCompleted()
    let isSame = try bytes(destination) == bytes(of: image, CGRect(x: 3, y: 4, width: 5, height: 5))
    #expect(isSame)
    let info = try Self.shared.startTask(toRender: image, from: image.extent, to: destination, at: CGPoint(x: 90, y: 0))
      .waitUntilCompleted()
    #expect(info.passCount == 0 && info.pixelsProcessed == 0)
  }

  @Test func aColourWithoutEndFillsTheDestination() throws {
    let destination = try CIRenderDestination(width: 3, height: 2, format: .RGBA8)
    try Self.shared.startTask(toRender: CIImage(color: .red), from: .infinite, to: destination, at: .zero)
      .waitUntilCompleted()
    #expect(bytes(destination) == (0..<6).flatMap { _ in [255, 0, 0, 255] as [UInt8] })
  }

  @Test(arguments: [CIRenderDestinationAlphaMode.none, .premultiplied, .unpremultiplied])
  func alphaModesAndClearing(mode: CIRenderDestinationAlphaMode) throws {
    for context in backends {
      let image = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
      let destination = try CIRenderDestination(width: 1, height: 1, format: .RGBA8)
      destination.alphaMode = mode
      destination.colorSpace = nil
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      let expected: [UInt8] =
        switch mode {
        case .none: [128, 0, 0, 255]
        case .premultiplied: [128, 0, 0, 128]
        case .unpremultiplied: [255, 0, 0, 128]
        }
      #expect(bytes(destination) == expected)
      try context.startTask(toClear: destination).waitUntilCompleted()
      #expect(bytes(destination) == [0, 0, 0, mode == .none ? 255 : 0])
    }
  }

  @Test func floatDestinationsKeepBrightColoursUnlessClamped() throws {
    let image = CIImage(color: CIColor(red: 0.5, green: 0, blue: 0))
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 4])
    for (isClamped, range) in [(false, 1.5...2), (true, 1...1)] as [(Bool, ClosedRange<Float>)] {
      let destination = try CIRenderDestination(width: 1, height: 1, format: .RGBAf)
      destination.isClamped = isClamped
      try Self.shared.startTask(toRender: image, to: destination).waitUntilCompleted()
      #expect(range.contains(destination.withUnsafeBytes { $0.load(as: Float.self) }))
    }
  }

  // MARK: Errors

  @Test func destinationsThatMakeNoSenseAreRefusedWhenTheTaskIsStarted() throws {
    var memory = [UInt8](repeating: 7, count: 64)
    let image = noise(4, 4)
    func refused(_ width: Int, _ height: Int, _ rowBytes: Int, _ format: CIFormat) -> Bool {
      memory.withUnsafeMutableBytes { raw in
        let destination = CIRenderDestination(
          bitmapData: raw.baseAddress!, width: width, height: height, bytesPerRow: rowBytes, format: format)
        return (try? Self.shared.startTask(toRender: image, to: destination).waitUntilCompleted()) == nil
          && (try? Self.shared.startTask(toClear: destination).waitUntilCompleted()) == nil
      }
    }
    #expect(refused(0, 4, 16, .RGBA8) && refused(4, -1, 16, .RGBA8) && refused(4, 4, 15, .RGBA8))
    #expect(refused(Int.max, 1, Int.max, .RGBA8) && refused(4, 4, 16, CIFormat(rawValue: 999)))
    #expect(refused(4, 4, Int.max, .RGBA8) && refused(4, 4, -16, .RGBA8))
    #expect(memory.allSatisfy { $0 == 7 })
    memory.withUnsafeMutableBytes { raw in
      let nonsense = CIRenderDestination(
        bitmapData: raw.baseAddress!, width: 4, height: 4, bytesPerRow: Int.max, format: .RGBA8)
      #expect(nonsense.withUnsafeBytes { $0.count } == 0)
    }
    #expect(throws: RenderError.self) {
      try Self.shared.render(
        checked: image, toBitmap: &memory, rowBytes: Int.max, bounds: image.extent, format: .RGBA8, colorSpace: nil)
    }
    #expect(throws: RenderError.self) { try CIRenderDestination(width: 0, height: 1, format: .RGBA8) }
    #expect(throws: RenderError.self) { try CIRenderDestination(width: Int.max, height: 2, format: .RGBA8) }
    #expect(throws: RenderError.self) { try CIRenderDestination(width: 1, height: 1, format: CIFormat(rawValue: 999)) }
    let good = try CIRenderDestination(width: 4, height: 4, format: .RGBA8)
    for point in [CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: CGFloat.infinity, y: 0)] {
      #expect(throws: RenderError.self) {
        try Self.shared.startTask(toRender: image, from: image.extent, to: good, at: point)
      }
    }
  }

  @Test func whatFailsInTheBackgroundIsThrownByTheTask() async throws {
    let torn = FileManager.default.temporaryDirectory.appending(path: "torn-\(UUID().uuidString).png")
    let whole = try #require(Self.shared.pngRepresentation(of: noise(50, 50), format: .RGBA8, colorSpace: space))
    try whole.prefix(whole.count / 2).write(to: torn)
    defer { try? FileManager.default.removeItem(at: torn) }
    let image = try #require(CIImage(contentsOf: torn))
    let destination = try CIRenderDestination(width: 50, height: 50, format: .RGBA8)
    let task = try Self.shared.startTask(toRender: image, to: destination)
    #expect(throws: RenderError.self) { try task.waitUntilCompleted() }
    await #expect(throws: RenderError.self) { try await task.completed() }
    // The next task is not affected.
    try Self.shared.startTask(toRender: noise(50, 50), to: destination).waitUntilCompleted()
  }

  // MARK: Planning ahead

  @Test func aPreparedRenderCompilesNothing() throws {
    let context = Backend.context()
    let image = noise(33, 21).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4])
      .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
    let destination = try CIRenderDestination(width: 33, height: 21, format: .RGBA8)
    let estimate = try context.estimateRender(image, from: image.extent, to: destination, at: .zero)
    try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
    let task = try context.startTask(toRender: image, from: image.extent, to: destination, at: .zero)
    let info = try task.waitUntilCompleted()
    #expect(info.kernelCompileTime == 0)
    guard context.deviceName != "CPU reference" else { return }
    #expect(task.plannedPassCount == info.passCount && task.plannedPixelsProcessed == info.pixelsProcessed)
    #expect(estimate.plannedPassCount == info.passCount && estimate.plannedPixelsProcessed == info.pixelsProcessed)
    #expect(estimate.plannedPeakMemory > 0 && info.kernelExecutionTime > 0)
    #expect(throws: RenderError.self) { try estimate.waitUntilCompleted() }
  }

  // MARK: Concurrency

  private final class Count: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    var value: Int { number.withLock { $0 } }
  }

  @Test func startingReturnsBeforeTheRenderIsDone() throws {
    // Each task takes some milliseconds; starting all of them does not.
    let image = noise(900, 700).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 30])
    let destination = try CIRenderDestination(width: 900, height: 700, format: .RGBA8)
    try Self.shared.startTask(toRender: image, to: destination).waitUntilCompleted()
    let clock = ContinuousClock()
    var tasks: [CIRenderTask] = []
    let starting = try clock.measure {
      for _ in 0..<30 { tasks.append(try Self.shared.startTask(toRender: image, to: destination)) }
    }
    let waiting = try clock.measure { for task in tasks { try task.waitUntilCompleted() } }
    #expect(starting < waiting, "started in \(starting), waited \(waiting)")
  }

  @Test func progressIsReportedStripByStripAndEndsWithOne() async throws {
    let context = Backend.context([.memoryTarget: 2])
    let image = noise(700, 500).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 6])
      .cropped(to: CGRect(x: 0, y: 0, width: 700, height: 500))
    let destination = try CIRenderDestination(width: 700, height: 500, format: .RGBA8)
    let fractions = Mutex<[Double]>([])
    _ = try await context.render(image, from: image.extent, to: destination, at: .zero) { share in
      fractions.withLock { $0.append(share) }
    }
    let reported = fractions.withLock { $0 }
    #expect(reported.count > 1 || context.deviceName == "CPU reference")
    #expect(reported == reported.sorted() && reported.last == 1)
    let isSame = try bytes(destination) == bytes(of: image, image.extent)
    #expect(isSame)
  }

  /// A slow progress callback must not block other renders, even if it renders itself.
  @Test func progressMayRender() async throws {
    let image = noise(64, 64)
    let destination = try CIRenderDestination(width: 64, height: 64, format: .RGBA8)
    let rendered = Mutex(false)
    _ = try await Self.shared.render(image, from: image.extent, to: destination, at: .zero) { _ in
      let other = try? CIRenderDestination(width: 64, height: 64, format: .RGBA8)
      let info = other.flatMap { try? Self.shared.startTask(toRender: image, to: $0).waitUntilCompleted() }
      rendered.withLock { $0 = info != nil }
    }
    #expect(rendered.withLock { $0 })
  }

  @Test func aTaskThatIsCancelledBeforeItsTurnWritesNothing() async throws {
    let context = Backend.context()
    let slow = noise(900, 700).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 30])
    let busy = try CIRenderDestination(width: 900, height: 700, format: .RGBA8)
    let ahead = try (0..<10).map { _ in try context.startTask(toRender: slow, to: busy) }
    let destination = try CIRenderDestination(width: 8, height: 8, format: .RGBA8)
    let task = try context.startTask(toRender: noise(8, 8), to: destination)
    task.cancel()
    #expect(throws: CancellationError.self) { try task.waitUntilCompleted() }
    #expect(bytes(destination).allSatisfy { $0 == 0 })
    for task in ahead { try task.waitUntilCompleted() }
    let cancelled = Task {
      try await context.render(noise(8, 8), from: .infinite, to: destination, at: .zero)
    }
    cancelled.cancel()
    _ = try? await cancelled.value
  }

  /// Four callers, fifty renders each, all started before any is awaited, some cancelled immediately, some later. The
  /// others end with the right pixels, and at the end the device holds as much memory as before.
  @Test(.timeLimit(.minutes(3))) func twoHundredRendersInFlightCancelledAtRandom() async throws {
    // Little memory, so that renders wait for memory and run in strips; a histogram, so that some continue on the host.
    let context = Backend.context([.memoryTarget: 3])
    let recipes = (0..<5).map { index -> CIImage in
      let image = noise(200 + index, 160, seed: UInt64(index))
      let blurred = image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": Double(index + 1)])
      switch index {
      case 0: return image.applyingFilter("CISepiaTone")
      case 1:
        return image.applyingFilter("CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: image.extent)])
          .applyingFilter("CIColorInvert")
      default: return blurred.cropped(to: image.extent)
      }
    }
    let expected = try recipes.map { try bytes(of: $0, $0.extent, on: context) }
    context.clearCaches()
    let baseline = context.memoryByteCount
    let (done, stopped) = (Count(), Count())
    await withTaskGroup(of: Void.self) { callers in
      for caller in 0..<4 {
        callers.addTask {
          var random = SplitMix(seed: UInt64(caller) + 77)
          await withTaskGroup(of: Void.self) { renders in
            for step in 0..<50 {
              let (index, delay) = ((caller + step) % recipes.count, Int.random(in: 0...8, using: &random))
              renders.addTask {
                let image = recipes[index]
                guard
                  let destination = try? CIRenderDestination(
                    width: Int(image.extent.width), height: Int(image.extent.height), format: .RGBA8)
                else { return }
                let render = Task {
                  try await context.render(image, from: image.extent, to: destination, at: .zero)
                }
                if delay < 4 {
                  try? await Task.sleep(for: .milliseconds(delay * 20))
                  render.cancel()
                }
                switch await render.result {
                case .success:
                  #expect(destination.withUnsafeBytes { [UInt8]($0) } == expected[index])
                  done.add()
                case .failure(let error):
                  #expect(error is CancellationError, "\(error)")
                  stopped.add()
                }
              }
            }
          }
        }
      }
    }
    #expect(done.value + stopped.value == 200)
    #expect(done.value >= 100 && stopped.value > 10)
    #expect(context.inFlight == (0, 0))
    context.clearCaches()
    #expect(context.memoryByteCount == baseline)
    #expect(context.validationMessages == [])
  }
}
