import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

@Suite struct MemoryLayoutTests {
  private static let small = UserRect(x: 0, y: 0, width: 64, height: 64)
  private static let large = UserRect(x: 0, y: 0, width: 128, height: 64)

  @Test func aChainOfAnyLengthNeedsTwoBlocks() throws {
    var builder = ScheduleBuilder()
    var image = builder.image(.intermediate, Self.small, .rgbaHalf)
    builder.dispatch("place", [], to: image)
    for _ in 0..<10 {
      let next = builder.image(.intermediate, Self.small, .rgbaHalf)
      builder.dispatch("copy", [image], to: next)
      image = next
    }
    let output = builder.image(.output, Self.small, .rgba8)
    builder.dispatch("copy", [image], to: output)
    let plan = BlockLayout(builder.schedule)
    #expect(plan.blocks == [64 * 64 * 8, 64 * 64 * 8])
    #expect(plan.blockOf == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, nil])
  }

  @Test func anImageThatIsReadLaterKeepsItsBlock() throws {
    var builder = ScheduleBuilder()
    let first = builder.image(.intermediate, Self.small, .rgbaHalf)
    let second = builder.image(.intermediate, Self.large, .rgbaHalf)
    let third = builder.image(.intermediate, Self.small, .rgbaHalf)
    let output = builder.image(.output, Self.small, .rgba8)
    builder.dispatch("place", [], to: first)
    builder.dispatch("copy", [first], to: second)
    builder.dispatch("copy", [second], to: third)
    builder.dispatch("add", [first, third], to: output)
    let plan = BlockLayout(builder.schedule)
    #expect(Set([plan.blockOf[0]!, plan.blockOf[1]!, plan.blockOf[2]!]).count == 3)
    #expect(plan.blocks == [32768, 65536, 32768])
  }

  @Test func aFreeBlockGrowsWhenNoneIsLargeEnough() throws {
    var builder = ScheduleBuilder()
    let images = [Self.small, Self.small, Self.large].map { builder.image(.intermediate, $0, .rgbaHalf) }
    let output = builder.image(.output, Self.small, .rgba8)
    builder.dispatch("place", [], to: images[0])
    builder.dispatch("copy", [images[0]], to: images[1])
    builder.dispatch("copy", [images[1]], to: images[2])
    builder.dispatch("copy", [images[2]], to: output)
    #expect(BlockLayout(builder.schedule).blocks == [65536, 32768])
  }

  private static let limits = DeviceLimits(
    texelBufferElements: 1 << 27, storageBufferRange: 1 << 27, uniformBufferRange: 65536, inputs: 16,
    groupCountX: 65535, groupCountY: 65535, allocation: 1 << 31)

  private func bands(_ limits: DeviceLimits, _ part: UserRect? = nil) throws -> [Band] {
    var builder = ScheduleBuilder()
    let output = builder.image(.output, UserRect(x: 10, y: 20, width: 301, height: 100), .rgba8)
    builder.dispatch("place", [], to: output, part: part)
    return try Band.bands(
      of: builder.schedule.dispatches[0], into: builder.schedule.images[0],
      on: DeviceProfile(
        name: "limited", limits: limits, budget: MemoryBudget(target: 1 << 30), storageAlignment: 64))
  }

  @Test func mostDispatchesAreOneBand() throws {
    #expect(try bands(Self.limits) == [Band(baseRow: 0, x: 0, y: 0, width: 301, height: 100)])
    #expect(
      try bands(Self.limits, UserRect(x: 12, y: 100, width: 5, height: 19))
        == [Band(baseRow: 0, x: 2, y: 1, width: 5, height: 19)])
  }

  @Test func aSmallStorageRangeCutsRowsAtAlignedPlaces() throws {
    var limits = Self.limits
    limits.storageBufferRange = 304 * 4 * 30  // 1216 bytes a row: 64 divides every row
    #expect(
      try bands(limits) == [
        Band(baseRow: 0, x: 0, y: 0, width: 301, height: 30), Band(baseRow: 30, x: 0, y: 0, width: 301, height: 30),
        Band(baseRow: 60, x: 0, y: 0, width: 301, height: 30), Band(baseRow: 90, x: 0, y: 0, width: 301, height: 10),
      ])
    limits.storageBufferRange = 1000
    #expect(throws: RenderError.limit("bytes that a kernel writes at once", requested: 1216, allowed: 1000)) {
      try bands(limits)
    }
  }

  @Test func fewGroupsCutRowsAndColumns() throws {
    var limits = Self.limits
    (limits.groupCountX, limits.groupCountY) = (4, 60)
    #expect(
      try bands(limits) == [
        Band(baseRow: 0, x: 0, y: 0, width: 256, height: 60), Band(baseRow: 0, x: 256, y: 0, width: 45, height: 60),
        Band(baseRow: 0, x: 0, y: 60, width: 256, height: 40), Band(baseRow: 0, x: 256, y: 60, width: 45, height: 40),
      ])
  }
}
