import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning
import TestSupport
import Testing

/// Tests of the statistics of renders.
@Suite struct StatisticsTests {
  private func expectNoTimeBelowZero(_ statistics: RenderStatistics) {
    let times = [
      statistics.planMilliseconds, statistics.decodeMilliseconds, statistics.compileMilliseconds,
      statistics.uploadMilliseconds, statistics.deviceMilliseconds, statistics.downloadMilliseconds,
    ]
    #expect((times + statistics.dispatchMilliseconds).allSatisfy { $0 >= 0 }, "\(statistics)")
  }

  @Test(arguments: Backend.contextNames, [2, 64])
  func timesAreNeverNegative(_ backend: String, _ megabytes: Int) throws {
    var options: [CIContextOption: Any] = [.backend: backend, .timesPasses: true]
    // The reference holds whole images in memory.
    if backend != "reference" { options[.memoryTarget] = megabytes }
    let context = try CIContext(checked: options)
    let image = CIImage(node: TestImage.scene(500, 400)).applyingFilter("CIGaussianBlur")
    let frame = CGRect(x: 0, y: 0, width: 500, height: 400)
    // The slowest compression, since the time of writing is separate.
    let output = FileOutputSettings(encoding: PNGOptions(compressionLevel: 9), format: .rgba8, alpha: .straight)
    let (_, statistics, encode) = try context.encoded(image.node, UserRect(frame), as: output, colorSpace: .sRGB)
    expectNoTimeBelowZero(statistics)
    #expect(encode > 0 && statistics.deviceMilliseconds > 0)
    expectNoTimeBelowZero(try context.statistics(of: image, from: frame, format: .RGBA8, colorSpace: nil))
  }

  @Test func theReferencesTimeIsNotTheReceivers() throws {
    let context = try CIContext(checked: [.backend: "reference"])
    let request = context.request(
      TestImage.scene(8, 8), UserRect(x: 0, y: 0, width: 8, height: 8), format: .rgba8, space: .sRGB,
      alpha: .premultiplied)
    let statistics = try context.renderRows(request) { _ in Thread.sleep(forTimeInterval: 0.05) }
    #expect(statistics.downloadMilliseconds >= 50)
  }
}
