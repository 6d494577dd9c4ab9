import Testing
import VulkanEngine

@Suite struct DeviceClockTests {
  @Test func ticksArePeriods() {
    #expect(DeviceClock(bits: 64, period: 2).milliseconds(from: 1_000_000, to: 4_000_000) == 6)
  }

  @Test(arguments: [36, 40, 63, 64] as [UInt32])
  func theClockWrapsAroundAfterItsLastTick(_ bits: UInt32) {
    let last = UInt64.max >> (64 - UInt64(bits))
    #expect(DeviceClock(bits: bits, period: 1).milliseconds(from: last - 999_999, to: 0) == 1)
  }

  @Test(arguments: [36, 64] as [UInt32])
  func aClockThatGoesBackwardsGivesZero(_ bits: UInt32) {
    #expect(DeviceClock(bits: bits, period: 1).milliseconds(from: 5_000_000, to: 4_000_000) == 0)
  }
}
