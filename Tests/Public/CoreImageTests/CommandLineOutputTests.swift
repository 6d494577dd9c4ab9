import CoreImage
import Foundation
import TestFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tests of the tool's input and output.
@Suite struct CommandLineOutputTests {
  private let tool: CommandLineTests
  private var folder: URL { tool.folder }
  private var corner: String { tool.corner }

  init() throws { tool = try CommandLineTests() }

  private func files(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  @Test func imageAndRecipeMayBeStandardInputAndTheResultStandardOutput() throws {
    let image = try Data(contentsOf: URL(fileURLWithPath: corner))
    let piped = try tool.citool(["apply", "-", "-f", "CIColorInvert", "-o", "-"], input: image)
    #expect(piped.status == 0 && piped.errors == "")
    try piped.output.write(to: folder.appending(path: "piped.png"))
    #expect(try tool.citool("apply", corner, "-f", "CIColorInvert", "-o", "filed.png").status == 0)
    #expect(try tool.citool("compare", "piped.png", "filed.png").text == "identical: 3x2\n")

    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "corner.png").path)
    let recipe = Data("{\"recipe\": 1, \"image\": {\"file\": \"corner.png\"}}".utf8)
    let rendered = try tool.citool(["render", "-", "-o", "-", "--type", "jpeg"], input: recipe)
    #expect(rendered.status == 0 && rendered.output.prefix(2) == Data([0xff, 0xd8]))
    let bad = try tool.citool(["render", "-", "-o", "-"], input: Data("{".utf8))
    #expect(bad.status == 1 && bad.output.isEmpty && bad.errors.contains("standard input: line 1"))
    #expect(try tool.citool(["graph", "-"], input: recipe).text.contains("source"))
  }

  @Test func theTypeMayBeAnOption() throws {
    #expect(try tool.citool("apply", corner, "-o", "image", "--type", "tiff").status == 0)
    #expect(try Data(contentsOf: folder.appending(path: "image")).prefix(2) == Data("II".utf8))
    #expect(try tool.citool("apply", corner, "-o", "image").status == 2)
    #expect(try tool.citool("apply", corner, "-o", "image", "--type", "gif").status == 2)
  }

  @Test func aGreySpaceHasOneComponent() throws {
    for (name, format) in [("a.png", "rgba8"), ("b.png", "rgba16"), ("c.tif", "rgba8"), ("d.jpg", "rgba8")] {
      let options = ["-f", "CIColorControls", "--color-space", "genericGrayGamma2_2", "--format", format]
      let result = try tool.citool(["apply", corner] + options + ["-o", name])
      #expect(result.status == 0, "\(result.errors)")
      let image = try CIImage(reading: folder.appending(path: name))
      let isGrey = image.properties[kCGImagePropertyColorModel] as? String == "Gray"
      #expect(isGrey, "\(name)")
    }
  }

  /// A rotation by EXIF's orientation changes no alpha.
  @Test func aRotatedOpaqueImageHasNoAlpha() throws {
    #expect(try tool.citool("apply", corner, "-f", "CIColorInvert", "-o", "opaque.jpg").status == 0)
    var data = try Data(contentsOf: folder.appending(path: "opaque.jpg"))
    // A segment APP1 with EXIF's orientation 6.
    let exif: [UInt8] =
      Array("Exif".utf8) + [0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0]
      + [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    data.insert(contentsOf: [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    try data.write(to: folder.appending(path: "turned.jpg"))
    let result = try tool.citool("apply", "turned.jpg", "-f", "CISepiaTone", "-o", "turned.png")
    #expect(result.status == 0, "\(result.errors)")
    let image = try CIImage(reading: folder.appending(path: "turned.png"))
    #expect(image.extent.size == CGSize(width: 2, height: 3))
    #expect(image.properties[kCGImagePropertyHasAlpha] as? Bool == false)
  }

  @Test func anEmptyNameIsInvalid() throws {
    for arguments in [
      ["apply", corner, "-o", ""], ["apply", corner, "-o="], ["apply", "", "-o", "x.png"],
      ["apply", corner, "-o", "x.png", "--stats", ""], ["render", "", "-o", "x.png"],
      ["compare", corner, corner, "--strip", ""], ["graph", corner, "-o", ""],
    ] {
      let result = try tool.citool(arguments)
      #expect(result.status == 2, "\(arguments): \(result.errors)")
      #expect(result.errors.contains("empty"), "\(result.errors)")
    }
    #expect(try files().isEmpty)
  }

  @Test func foldersOfTheResultAreCreated() throws {
    #expect(try tool.citool("apply", corner, "-o", "a/b/c.png", "--stats", "s/t/stats.json").status == 0)
    #expect(try files("a/b") == ["c.png"])
    #expect(try files("s/t") == ["stats.json"])
    #expect(try tool.citool("apply", corner, "-o", "new/").status == 0)
    #expect(try files("new") == ["corner.png"])
    try tool.write("x", as: "file")
    let refused = try tool.citool("apply", corner, "-o", "file/x.png")
    #expect(refused.status == 1 && refused.errors.contains("folder"))
    #expect(!refused.errors.contains("NSCocoa") && !refused.errors.contains("Domain"), "\(refused.errors)")
  }

  @Test func linksPipesAndDevicesAreNotReplaced() throws {
    try tool.write("old", as: "target.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "link.png").path, withDestinationPath: "target.png")
    #expect(try tool.citool("apply", corner, "-o", "link.png").status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.appending(path: "link.png").path) == "target.png"
    )
    #expect(try tool.citool("compare", corner, "target.png").text == "identical: 3x2\n")
    #expect(mkfifo(folder.appending(path: "pipe.png").path, 0o600) == 0)
    let refused = try tool.citool("apply", corner, "-o", "pipe.png")
    #expect(refused.status == 1 && refused.errors.contains("reader"))
    #expect(try tool.citool("apply", corner, "-o", "/dev/null", "--type", "png", "--stats", "/dev/null").status == 0)
    var facts = stat()
    #expect(lstat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
    #expect(try files() == ["link.png", "pipe.png", "target.png"])
  }

  @Test func systemErrorsHaveNoDomainsAndCodes() throws {
    for arguments in [
      ["render", "none.json", "-o", "x.png"], ["render", "/dev/zero", "-o", "x.png"], ["render", "/", "-o", "x.png"],
      ["gallery", "/dev/null/x", "--only", "CISepiaTone"],
      ["gallery", "g", "--conformance", "none", "--only", "CISepiaTone"],
      ["apply", corner, "-o", "x.png", "--stats", "/dev/null/x"], ["graph", corner, "-o", "/dev/null/x.json"],
    ] {
      let result = try tool.citool(arguments)
      #expect(result.status == 1, "\(arguments)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      for word in ["NSCocoa", "Domain=", "Code=", "UserInfo"] {
        #expect(!result.errors.contains(word), "\(result.errors)")
      }
    }
  }

  @Test func aFileThatMayNotGrowIsAnError() throws {
    guard let path = CommandLineTests.tool?.path else { return }
    let result = try FinishedProgram(
      "/bin/sh", ["-c", "ulimit -f 0; exec '\(path)' apply '\(corner)' -o x.png 2> /dev/null"],
      environment: ["CI_BACKEND": "reference", "PATH": "/usr/bin:/bin"], in: folder)
    #expect(result.status == 1)
    #expect(try files().isEmpty)
  }

  @Test(arguments: ["0", "-5", "nan", "inf", "1e30", "", "x", "MiB"])
  func memoryIsANumberOfBytes(_ text: String) throws {
    let result = try tool.citool("apply", corner, "-o", "x.png", "--memory=\(text)")
    #expect(result.status == 2 && result.errors.contains("--memory must be"))
  }

  @Test func recipesCannotLeaveTheirRoot() throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "root"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "root/in.png").path)
    for (file, status) in [("root/in.png", 0), (corner, 1), ("root/../out.png", 1), ("/etc/hostname", 1)]
      as [(String, Int32)]
    {
      try tool.write("{\"recipe\": 1, \"image\": {\"file\": \"\(file)\"}}", as: "recipe.json")
      let result = try tool.citool("render", "recipe.json", "-o", "x.png", "--root", "root")
      #expect(result.status == status, "\(file): \(result.errors)")
    }
    #expect(try tool.citool("apply", corner, "-o", "x.png", "--root", "root").status == 1)
    let named = try tool.citool(["apply", corner, "-o", "x.png"], environment: ["CI_LIMITS": "root=/nowhere"])
    #expect(named.status == 1 && named.errors.contains("no such file"))
  }

  @Test func limitsOfImagesAreEnforced() throws {
    for (option, value) in [("--limit-side", "2"), ("--limit-pixels", "5"), ("--limit-bytes", "23")] {
      let result = try tool.citool("apply", corner, "-o", "x.png", option, value)
      #expect(result.status == 1 && result.errors.contains("allowed"), "\(result.errors)")
    }
    #expect(try tool.citool("apply", corner, "-o", "x.png", "--limit-bytes", "1KiB").status == 0)
    for value in ["0", "-1", "nan", "1e300", "x", ""] {
      #expect(try tool.citool("apply", corner, "-o", "x.png", "--limit-side=\(value)").status == 2, "\(value)")
    }
    let wrong = try tool.citool(["apply", corner, "-o", "x.png"], environment: ["CI_LIMITS": "side=many"])
    #expect(wrong.status == 1 && wrong.errors.contains("side=many"))
  }

  @Test func anInfiniteImageNamesTheOption() throws {
    let result = try tool.citool("apply", "-f", "CIConstantColorGenerator", "color=red", "-o", "x.png")
    #expect(result.status == 1 && result.errors.contains("--rect X,Y,W,H"))
  }

  // MARK: Termination

  /// Runs the tool on an image that never arrives, with a hidden temporary file, as on file systems without unnamed
  /// files.
  private func waiting(_ options: [String] = [], _ body: (Process) throws -> Void = { _ in }) throws -> (
    Process, String
  ) {
    try tool.write("old", as: "x.png")
    let (process, input, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = CommandLineTests.tool
    process.arguments = ["apply", "-", "-o", "x.png"] + options
    process.currentDirectoryURL = folder
    process.environment = ["CI_BACKEND": "reference", "PATH": "/usr/bin:/bin"]
    (process.standardInput, process.standardError) = (input, errors)
    try process.start()
    try tool.write("half", as: ".\(process.processIdentifier)-x.part")
    try body(process)
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    return (process, String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
  }

  @Test func theTimeLimitStopsTheTool() throws {
    let start = ContinuousClock.now
    let (process, errors) = try waiting(["--timeout", "0.5"])
    #expect(process.terminationStatus == 124 && errors.contains("--timeout"))
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(try files() == ["x.png"])
    for value in ["0", "-1", "nan", "soon", "inf"] {
      #expect(try tool.citool("apply", corner, "-o", "x.png", "--timeout=\(value)").status == 2)
    }
    #expect(try tool.citool("apply", corner, "-o", "x.png", "--timeout", "600").status == 0)
  }

  /// Returns the signals that a process ignores (`SigIgn`) or that its first thread blocks (`SigBlk`); proc(5).
  private static func signals(_ kind: String, of process: String) -> UInt64 {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(kind):") }
    return line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
  }

  private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number - 1) }

  /// nohup and shells ignore some signals; the tool leaves them ignored.
  private static let terminationSignals = [SIGTERM, SIGINT, SIGHUP].filter {
    signals("SigIgn", of: "self") & bit($0) == 0
  }

  @Test(arguments: terminationSignals)
  func aSignalLeavesExistingFiles(_ number: Int32) throws {
    let (process, _) = try waiting { process in
      let deadline = ContinuousClock.now + .seconds(20)
      let id = "\(process.processIdentifier)"
      while Self.signals("SigBlk", of: id) & Self.bit(number) == 0, ContinuousClock.now < deadline { usleep(10_000) }
      kill(process.processIdentifier, number)
    }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(try files() == ["x.png"])
    #expect(try Data(contentsOf: folder.appending(path: "x.png")) == Data("old".utf8))
  }

  // MARK: Devices

  @Test func aMissingDeviceIsAnErrorOnlyIfItIsRequested() throws {
    let nothing = ["VK_DRIVER_FILES": "/nonexistent", "VK_ICD_FILENAMES": "/nonexistent", "CI_BACKEND": ""]
    let unnamed = try tool.citool(["apply", corner, "-o", "x.png"], environment: nothing)
    #expect(unnamed.status == 0)
    #expect(unnamed.errors.isEmpty)
    for device in ["7", "-1", "nan", "Voodoo 2"] {
      let named = try tool.citool(["apply", corner, "-o", "y.png", "--device", device], environment: nothing)
      #expect(named.status == 1, "\(device)")
      #expect(named.errors.split(separator: "\n").count == 1)
    }
    #expect(try files() == ["x.png"])
  }
}
