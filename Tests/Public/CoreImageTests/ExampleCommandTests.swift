import CoreImage
import Foundation
import ImageFilters
import TestFiles
import TestSupport
import Testing
import citool

/// Tests of the command lines that the gallery and `citool describe` print.
@Suite struct ExampleCommandTests {
  /// A camera calibration and a barcode descriptor have no command-line form.
  private static let filtersWithoutExample = Catalogue.all.filter { filter in
    filter.parameters.contains { ["AVCameraCalibrationData", "CIBarcodeDescriptor"].contains($0.className) }
  }.map(\.name).sorted()

  @Test func nearlyEveryFilterHasAnExample() {
    let missing = Catalogue.all.filter { ExampleCommand($0) == nil }.map(\.name)
    #expect(missing.sorted() == Self.filtersWithoutExample)
  }

  @Test func allExamplesRun() throws {
    let tool = try CommandLineTests()
    let commands = Catalogue.all.compactMap { filter in ExampleCommand(filter).map { (filter.name, $0) } }
    let context = try CIContext(checked: [.backend: "reference"])
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    for name in Set(commands.flatMap(\.1.images)) {
      let (image, url) = (CIImage(node: TestImage.scene(300, 300)), tool.folder.appending(path: name))
      if name.hasSuffix(".png") {
        try context.writePNGRepresentation(of: image, to: url, format: .RGBA8, colorSpace: space)
      } else {
        try context.writeJPEGRepresentation(of: image, to: url, colorSpace: space)
      }
    }
    var script = "failed=0\n"
    for (filter, command) in commands {
      for (name, data) in command.data { try data.write(to: tool.folder.appending(path: name)) }
      script += "\(command.text) 2> errors || { echo \"\(filter): $(cat errors)\"; failed=1; }\n"
    }
    let folder = try #require(CommandLineTests.tool?.deletingLastPathComponent().path)
    let environment = ProcessInfo.processInfo.environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 }
    let shell = try FinishedProgram(
      "/bin/sh", ["-c", script + "exit $failed"], environment: environment, in: tool.folder)
    #expect(shell.status == 0, "\(shell.text)")
    #expect(commands.count > 230)
  }
}
