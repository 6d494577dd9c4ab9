import ProcessorEngine
import Testing

@Suite struct StagesTests {
  @Test(arguments: ProcessorLevel.supported)
  func everyLevelOpens(_ level: ProcessorLevel) throws {
    let stages = try Stages(level)
    #expect(stages.names.count > 200)
    #expect(stages["exposureAdjust(vf4;f1;"]?.uniformCount == 1)
  }
}
