import Dispatch
import Foundation
import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization
import TestSupport
import Testing
import VulkanEngine

@Suite(.enabled(if: sharedContext != nil), .silentValidation) struct ContextTests {
  private func context(_ change: (inout VulkanContext.Options) -> Void = { _ in }) throws -> VulkanContext {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    change(&options)
    return try VulkanContext(options, stitch: Kernels.stitch)
  }

  /// Returns a schedule that multiplies a source by a gain, in floats.
  private func scaled(_ source: Source, by gain: Float, _ store: Program.StoreForm = .rgbaFloat) -> Schedule {
    var builder = ScheduleBuilder()
    let input = builder.source(source)
    let output = builder.image(.output, source.rect, store)
    builder.dispatch("scale", [input], to: output, [.float4(SIMD4(repeating: gain))])
    return builder.schedule
  }

  private func floats(_ width: Int, _ height: Int, _ value: (Int) -> Float) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: width, height: height, format: .rgbaf)
    for index in 0..<(width * height * 4) {
      pixels.bytes.storeBytes(of: value(index), toByteOffset: index * 4, as: Float.self)
    }
    return pixels
  }

  private func first(_ schedule: Schedule, on context: VulkanContext) throws -> Float {
    var value: Float = .nan
    try context.run(schedule) { rows, _ in value = rows.load(as: Float.self) }
    return value
  }

  // MARK: Devices

  @Test func aDeviceHasProperties() throws {
    let devices = try VulkanContext.devices()
    #expect(!devices.isEmpty)
    let info = try context().info
    #expect(!info.name.isEmpty && info.apiVersion.hasPrefix("1."))
    #expect(info.limits.texelBufferElements >= 65536 && info.memoryByteCount > 0)
    #expect(try context { $0.device = .index(info.index) }.info == info)
    #expect(try context { $0.device = .name(String(info.name.prefix(5)).uppercased()) }.info.name == info.name)
  }

  @Test func aMissingDeviceIsAnErrorWithAList() throws {
    let name = try VulkanContext.devices()[0].name
    #expect {
      try context { $0.device = .name("Voodoo 2") }
    } throws: { error in
      guard case .unsupported(let text)? = error as? RenderError else { return false }
      return text.contains("Voodoo 2") && text.contains(name)
    }
    #expect(throws: RenderError.self) { try context { $0.device = .index(99) } }
  }

  // MARK: Threads

  @Test func eightThreadsRenderAtOnceWithRightResults() throws {
    let context = try context { $0.validates = hasValidation }
    let sources = try (0..<4).map { step in Source(try floats(63, 17) { Float($0 % 5 + step) }) }
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<50 {
        do {
          let (source, gain) = (sources[(thread + step) % 4], Float(thread * 50 + step))
          let value = (thread + step) % 4
          try context.run(scaled(source, by: gain)) { rows, rowBytes in
            for y in [0, 16] {
              let x = (thread * 7 + step) % 63
              let found = rows.load(fromByteOffset: y * rowBytes + x * 16, as: Float.self)
              let expected = Float(((y * 63 + x) * 4) % 5 + value) * gain
              if found != expected { wrong.withLock { $0.append("\(found) for \(expected)") } }
            }
          }
        } catch {
          wrong.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test func aSmallMemoryTargetMakesThreadsWaitNotFail() throws {
    let source = Source(try floats(64, 64) { _ in 1 })
    let context = try context { $0.memoryTarget = 400_000 }
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for gain in 1...20 {
        do {
          if try first(scaled(source, by: Float(gain)), on: context) != Float(gain) {
            errors.withLock { $0.append("wrong") }
          }
        } catch {
          errors.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(errors.withLock { $0 } == [])
    #expect(context.memoryByteCount <= 400_000)
  }

  // MARK: In flight

  @Test func runsInFlightAreCompletedInAnyOrderOrDropped() throws {
    let context = try context { ($0.framesInFlight, $0.validates) = (3, hasValidation) }
    let source = Source(try floats(64, 64) { Float($0 % 5) })
    for round in 1...10 {
      let running = try (0..<3).map { try context.start(Run(scaled(source, by: Float(10 * round + $0)))) }
      #expect(context.inFlight.runs == 3)
      for index in [2, 0] {
        try running[index].complete { rows, _ in
          #expect(rows.load(fromByteOffset: 4, as: Float.self) == Float(10 * round + index))
        }
      }
      // The last one is released while the device may be executing it.
    }
    #expect(context.inFlight == (0, 0))
    #expect(context.validationMessages == [])
  }

  @Test func moreThreadsThanFramesWaitForEachOther() throws {
    let context = try context { ($0.framesInFlight, $0.usesStaging) = (1, true) }
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 1...20 {
        let value = Float(thread * 100 + step)
        let found = (try? floats(5, 3) { _ in value }).flatMap { try? first(scaled(Source($0), by: 2), on: context) }
        if found != 2 * value { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
    #expect(context.inFlight == (0, 0))
  }

  // MARK: Memory

  @Test func tenThousandRunsLeaveDeviceMemoryFlat() throws {
    let context = try context()
    func render(_ count: Int) throws {
      for step in 0..<count {
        // A new source each time, as in a video.
        let source = Source(try floats(15 + step % 3, 8) { _ in Float(step) })
        #expect(try first(scaled(source, by: 2), on: context) == Float(step * 2))
      }
    }
    try render(2000)
    let allocated = context.memoryByteCount
    try render(8000)
    #expect(context.memoryByteCount <= allocated)
  }

  @Test func sourcesAreUploadedOnceUntilCachesAreCleared() throws {
    let context = try context()
    // Rows of 13 pixels are padded, so the memory cannot be imported.
    let pixels = try floats(13, 5) { _ in 1 }
    let source = Source(pixels)
    #expect(try first(scaled(source, by: 3), on: context) == 3)
    pixels.bytes.storeBytes(of: 7, as: Float.self)
    #expect(try first(scaled(source, by: 3), on: context) == 3)
    context.clearCaches()
    #expect(context.memoryByteCount == 0)
    #expect(try first(scaled(source, by: 3), on: context) == 21)
  }

  @Test func aReleasedSourceFreesItsMemory() throws {
    let context = try context()
    let retained = Source(try floats(5, 5) { _ in 1 })
    _ = try first(scaled(retained, by: 1), on: context)
    let before = context.memoryByteCount
    do {
      let large = Source(try floats(255, 200) { _ in 1 })
      _ = try first(scaled(large, by: 1), on: context)
    }
    _ = try first(scaled(retained, by: 1), on: context)
    // The remaining memory is idle in the pool.
    context.clearCaches()
    #expect(context.memoryByteCount < before + 1)
  }

  @Test func largeImagesAreReadInPlace() throws {
    let context = try context()
    let pixels = try floats(256, 256) { Float($0) }
    var builder = ScheduleBuilder()
    let input = builder.source(Source(pixels))
    let output = builder.image(.output, UserRect(x: 100, y: 100, width: 4, height: 4), .rgbaFloat)
    builder.dispatch("copy", [input], to: output)
    let statistics = try context.run(builder.schedule) { rows, _ in
      #expect(rows.load(as: Float.self) == Float(((256 - 104) * 256 + 100) * 4))
    }
    if context.info.kind == .cpu { #expect(statistics.peakBytes < 65536) }
  }

  @Test func thePlanIsVerifiedBeforeAllocation() throws {
    let context = try context { $0.memoryTarget = 1 << 19 }
    let source = Source(try noise(250, 250))
    #expect {
      _ = try first(scaled(source, by: 1), on: context)
    } throws: { error in
      guard case .limit(_, let requested, 1 << 19)? = error as? RenderError else { return false }
      return requested > 250 * 250 * 16
    }
    #expect(context.memoryByteCount < 65536)
  }

  // MARK: Limits

  @Test func bandsGiveTheSamePixels() throws {
    let source = Source(try noise(301, 77))
    func rows(_ context: VulkanContext) throws -> [UInt8] {
      var result: [UInt8] = []
      var builder = ScheduleBuilder()
      let input = builder.source(source)
      let image = builder.image(.intermediate, source.rect, .rgbaHalf)
      let output = builder.image(.output, source.rect, .rgba8)
      builder.dispatch("smear", [input], to: image)
      builder.dispatch("smear", [image], to: output, part: UserRect(x: 1, y: 3, width: 300, height: 70))
      builder.dispatch("copy", [input], to: output, part: UserRect(x: 1, y: 0, width: 300, height: 3))
      try context.run(builder.schedule) { rows, rowBytes in
        for y in 4..<77 { result += rows[(y * rowBytes + 4)..<(y * rowBytes + 301 * 4)] }
      }
      return result
    }
    var limits = try context().info.limits
    let whole = try rows(try context())
    limits.storageBufferRange = 304 * 8 * 10
    (limits.groupCountX, limits.groupCountY) = (2, 9)
    let isSame = try rows(try context { ($0.limits, $0.validates) = (limits, hasValidation) }) == whole
    #expect(isSame)
  }

  /// Uses the staging copies of discrete devices on any device.
  @Test func stagedCopiesGiveTheSamePixels() throws {
    let source = Source(try noise(301, 77))
    var results: [[UInt8]] = []
    for usesStaging in [false, true] {
      let context = try context { ($0.usesStaging, $0.validates) = (usesStaging, hasValidation) }
      var builder = ScheduleBuilder()
      let input = builder.source(source)
      let counters = builder.image(.counters(bins: 8), UserRect(x: 0, y: 0, width: 8, height: 1), nil)
      let image = builder.image(.intermediate, source.rect, .rgbaHalf)
      let output = builder.image(.output, source.rect, .rgbaFloat)
      builder.dispatch("smear", [input], to: image)
      builder.dispatch("histogram", [image], to: counters, [.int(8)], store: .histogram(bins: 2), frame: source.rect)
      builder.dispatch("add", [image, counters], to: output)
      results.append([])
      for _ in 0..<2 {
        // The padding of rows is undefined.
        try context.run(builder.schedule) { rows, rowBytes in
          for y in 0..<77 { results[results.count - 1] += rows[(y * rowBytes)..<(y * rowBytes + 301 * 16)] }
        }
      }
      builder.output(counters)
      try context.run(builder.schedule) { rows, _ in results[results.count - 1] += rows }
    }
    let areEqual = results[0] == results[1]
    #expect(areEqual)
  }

  @Test func inputsAboveTheTexelLimitAreRejected() throws {
    var limits = try context().info.limits
    limits.texelBufferElements = 1000
    let context = try context { $0.limits = limits }
    #expect {
      _ = try first(scaled(Source(try noise(100, 11)), by: 1), on: context)
    } throws: { error in
      guard case .limit(let text, 1100, 1000)? = error as? RenderError else { return false }
      return text.contains(context.info.name)
    }
  }

  // MARK: Errors

  @Test func invalidSchedulesAreRejected() throws {
    let context = sharedContext!
    let good = scaled(Source(try noise(8, 8)), by: 1)
    func isRejected(_ change: (inout ScheduleDraft) -> Void) -> Bool {
      var draft = ScheduleDraft(good)
      change(&draft)
      do {
        _ = try context.run(draft.schedule) { _, _ in }
        return false
      } catch {
        if case .invalidArgument = error { return true }
        return false
      }
    }
    #expect(isRejected { $0.dispatches[0].inputs = [] })
    #expect(isRejected { $0.dispatches[0].inputs = [5] })
    #expect(isRejected { $0.dispatches[0].inputs = [1] })
    #expect(isRejected { $0.dispatches[0].output = 0 })
    #expect(isRejected { $0.dispatches[0].output = -1 })
    #expect(isRejected { $0.dispatches[0].region = UserRect(x: 0, y: 0, width: 9, height: 8) })
    #expect(isRejected { $0.dispatches[0].region = UserRect(x: 0.5, y: 0, width: 1, height: 1) })
    #expect(isRejected { $0.dispatches[0].arguments = [] })
    #expect(isRejected { $0.dispatches[0].arguments[0] = .float4([0, 8, 9, 9]) })
    #expect(isRejected { $0.dispatches[0].arguments += [.int(1)] })
    #expect(isRejected { $0.images[1].region = UserRect(x: 0, y: 0, width: .infinity, height: 8) })
    #expect(isRejected { $0.images[1].region = UserRect(x: 0, y: 0, width: .nan, height: 8) })
    #expect(isRejected { $0.images[1].region = UserRect(x: 0, y: 0, width: 0, height: 8) })
    #expect(isRejected { $0.images[0].region = UserRect(x: 0, y: 0, width: 9, height: 8) })
    #expect(isRejected { $0.images[1].store = nil })
    #expect(isRejected { $0.images[1].store = .rgba8 })
    #expect(isRejected { $0.dispatches = [] })
    #expect(isRejected { $0.output = 7 })
    #expect(isRejected { $0.output = -7 })
  }

  @Test func errorsOfSourcesAndStitchingComeThrough() throws {
    let broken = Source(width: 8, height: 8, format: .rgba8, colorSpace: nil, alpha: .opaque, label: "torn.png") {
      () throws(RenderError) in throw .image("torn.png: ends early")
    }
    #expect(throws: RenderError.image("torn.png: ends early")) {
      try first(scaled(broken, by: 1), on: sharedContext!)
    }
    var builder = ScheduleBuilder()
    let output = builder.image(.output, UserRect(x: 0, y: 0, width: 1, height: 1), .rgba8)
    builder.dispatch("unheard of", [], to: output)
    #expect(throws: RenderError.invalidArgument("no such kernel")) {
      try sharedContext!.run(builder.schedule) { _, _ in }
    }
    #expect(throws: RenderError.unsupported("no memory")) {
      try sharedContext!.run(scaled(Source(try noise(4, 4)), by: 1)) { (_, _) throws(RenderError) in
        throw .unsupported("no memory")
      }
    }
  }

  // MARK: Kernels

  @Test func preparedSchedulesCompileNothingMore() throws {
    let context = try context { $0.validates = hasValidation }
    let schedule = scaled(Source(try noise(40, 40)), by: 1)
    try context.prepare(schedule)
    #expect(try context.run(schedule) { _, _ in }.programsCompiled == 0)
    let other = scaled(Source(try noise(4, 4)), by: 1, .rgbaHalf)
    try context.prepare(other.dispatches.map(\.program))
    #expect(try context.run(other) { _, _ in }.programsCompiled == 0)
  }

  @Test func threadsCompileASharedProgramOnce() throws {
    let stitched = Mutex(0)
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    let context = try VulkanContext(options) { (program) throws(RenderError) in
      stitched.withLock { $0 += 1 }
      return try Kernels.stitch(program)
    }
    let source = Source(try noise(4, 4))
    let compiled = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let statistics = try? context.run(scaled(source, by: 1)) { _, _ in }
      compiled.withLock { $0 += statistics?.programsCompiled ?? 100 }
    }
    #expect(stitched.withLock { $0 } == 1)
    #expect(compiled.withLock { $0 } == 1)
  }

  @Test func aPipelineFileIsAcceptedOnlyUndamagedByItsDriver() {
    let driver = PipelineFile.Driver(vendorID: 0x10de, deviceID: 7, cacheUUID: Array(1...16))
    let data = Data([32, 0, 0, 0, 1, 0, 0, 0, 0xde, 0x10, 0, 0, 7, 0, 0, 0] + Array(1...16) + [5, 6, 7])
    let file = PipelineFile.sealed(data)
    #expect(PipelineFile.unsealed(file, for: driver) == data)
    for change in file.indices {
      var damaged = file
      damaged[change] ^= 1
      #expect(PipelineFile.unsealed(damaged, for: driver) == nil)
    }
    for length in 0..<file.count { #expect(PipelineFile.unsealed(file.prefix(length), for: driver) == nil) }
    #expect(PipelineFile.unsealed(file + [0], for: driver) == nil)
    var other = driver
    other.deviceID = 8
    #expect(PipelineFile.unsealed(file, for: other) == nil)
    other = driver
    other.cacheUUID[15] = 0
    #expect(PipelineFile.unsealed(file, for: other) == nil)
  }

  @Test func aDamagedPipelineFileIsDeleted() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipelines-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try context { $0.pipelineDirectory = folder }.pipelineFile!
    for bad in [Data(), Data("nonsense".utf8), Data("CIVKPC01".utf8) + Data(count: 500), Data(count: 100_000)] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try bad.write(to: file)
      let context = try context { $0.pipelineDirectory = folder }
      #expect(!FileManager.default.fileExists(atPath: file.path))
      #expect(try first(scaled(Source(try floats(4, 4) { _ in 2 }), by: 2), on: context) == 4)
    }
  }

  /// The package's own stitcher and shaders, with a program that only copies.
  @Test func theBuiltInStitcherServesAContext() throws {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.validates = hasValidation
    let context = try VulkanContext(options)
    let pixels = try noise(101, 30)
    for (wide, form) in [(false, Program.LoadForm.texel), (true, .texel), (true, .packed(.rgba8))] {
      var block = Program.Block()
      let at = block.value(.at)
      let geometrySlot = block.value(.live(1, .float4))
      _ = block.value(.fetch(input: 0, at: at, geometry: geometrySlot))
      let program = Program(
        blocks: [block], inputs: [form], store: .rgba8, pixelsPerInvocation: wide ? 4 : 1, slotCount: 2)
      var builder = ScheduleBuilder()
      let source = builder.source(Source(pixels))
      let region = builder.images[source].region
      let output = builder.image(.output, region, .rgba8)
      builder.add(
        Schedule.Dispatch(
          program: program, arguments: [geometry(region), geometry(region)], inputs: [source], output: output,
          region: region))
      try context.run(builder.schedule) { rows, rowBytes in
        for y in 0..<30 { #expect(memcmp(rows.baseAddress! + y * rowBytes, pixels.row(y), 404) == 0) }
      }
    }
  }
}
