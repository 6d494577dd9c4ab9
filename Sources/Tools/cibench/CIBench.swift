import CoreImage
import Foundation

/// Headless benchmarks: `cibench --help`.
@main struct CIBench {
  static let help = """
    Measures the time of recipes, and compares it with copying the same bytes in the same run.

    usage: cibench [BENCHMARK…] [OPTIONS]
           cibench filters|agreement|hostile|planes [NAME…] [OPTIONS]
           cibench copies|images|kernels|layers [OPTIONS]

      BENCHMARK        part of a benchmark's name, for example color or blur/gaussian; several select their union
      filters          measures every filter of the catalogue, or those with a NAME in their names, by category, and
                       marks those above ten times the median of their category. Default: on every backend. On the
                       CPU reference, all filters take a quarter of an hour for each run: pass --runs 1 or a
                       smaller --size
      agreement        compares every filter, or those with a NAME in their names, with the CPU reference, and prints
                       Markdown. Default: --backend vulkan --size 256x256
      hostile          renders every filter with hostile values, one at a time, on the processor or the --backend, and
                       on the reference. Prints a line of JSON before and after each case. A NAME selects cases by
                       their titles. --start N continues at a case, --list lists the cases. scripts/hostile runs this
                       mode and checks the results
      planes           measures renders between the planes of video frames, or those with all NAMEs in their names,
                       such as NV12; pass --size 1920x1080
      copies           measures copies to, on and from a Vulkan device, and the gain of tasks in flight, and prints
                       Markdown
      images           measures recipes between images of a Vulkan device: copied by commands, and accessed by kernels
      kernels          measures a custom kernel, compared with a built-in filter, and its compilation
      layers           measures frames of a tree of 100 layers, and of particles; pass --size 1920x1080

    options
      --size WxH       image size, default 4096x4096
      --runs N         warm runs of each benchmark, default 7; medians are printed
      --backend processor|vulkan|reference
      --device N|NAME
      --threads N      threads of the processor engine
      --json FILE      writes the measurements
      --images FOLDER  reads FOLDER/image.raw and FOLDER/top.raw (rows of RGBA8 of that size), and writes the results
                       next to them, as NAME.raw
      --list           prints only the names of the benchmarks
      --planning       measures planning by stage
      --soak N         renders N small images, and prints the growth of memory; with --size, N frames of ten filters
                       with one value that changes

    Columns: first = first render of the recipe in this process, with kernels and upload; wall = warm render, until the
    pixels can be read; device = time by the clock of the device; processor = CPU time of all threads; copies = wall
    divided by the time to copy the same bytes.
    """

  static func main() {
    var status: Int32 = 0
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("cibench: \(error)\n".utf8))
      status = error is UsageError ? 2 : 1
    }
    // Here all objects of `run` are released.
    if status != 0 { exit(status) }
  }

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  private static func run(_ arguments: [String]) throws {
    var filters: [String] = []
    var (width, height, runs) = (4096, 4096, 7)
    var isSized = false
    var options: [CIContextOption: Any] = [:]
    var json: String?
    var images: URL?
    var (start, soakCount): (Int, Int?) = (0, nil)
    var threads: Int?
    var remaining = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = remaining.popFirst() else {
        throw UsageError(description: "\(option) needs a value; see --help")
      }
      return value
    }
    while let argument = remaining.popFirst() {
      switch argument {
      case "--help", "-h": return print(help)
      case "--start":
        guard let number = Int(try value(of: argument)), number >= 0 else {
          throw UsageError(description: "--start must be the number of a case, 0 or more")
        }
        start = number
      case "--threads":
        guard let count = Int(try value(of: argument)), (1...256).contains(count) else {
          throw UsageError(description: "--threads must be 1 to 256")
        }
        threads = count
      case "--list" where filters.first == "hostile":
        return print(
          HostileValues().cases().enumerated().map { "\($0)  \($1.title)" }.joined(separator: "\n"))
      case "--list": return print(benchmarks.map(\.name).joined(separator: "\n"))
      case "--size":
        let sides = try value(of: argument).split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (16...32_768).contains($0) }) else {
          throw UsageError(description: "--size must be WIDTHxHEIGHT, 16 to 32768 each")
        }
        (width, height, isSized) = (sides[0], sides[1], true)
      case "--runs":
        guard let count = Int(try value(of: argument)), (1...1000).contains(count) else {
          throw UsageError(description: "--runs must be 1 to 1000")
        }
        runs = count
      case "--backend": options[.backend] = try value(of: argument)
      case "--device":
        let name = try value(of: argument)
        options[.device] = Int(name).map { $0 as Any } ?? name
      case "--soak":
        guard let count = Int(try value(of: argument)), count > 0 else {
          throw UsageError(description: "--soak must be a number of renders above 0")
        }
        soakCount = count
      case "--planning": return try planning(runs: 300)
      case "--images": images = URL(fileURLWithPath: try value(of: argument), isDirectory: true)
      case "--json": json = try value(of: argument)
      default:
        if argument.hasPrefix("-") { throw UsageError(description: "unknown option \(argument); see --help") }
        filters.append(argument)
      }
    }
    if let soakCount {
      let context = try CIContext(checked: options)
      return isSized
        ? try soakFrames(soakCount, width: width, height: height, on: context) : try soak(soakCount, on: context)
    }
    if filters.first == "hostile" {
      return try runHostile(from: start, matching: Array(filters.dropFirst()), options)
    }
    if filters.first == "filters" {
      let backends = (options[.backend] as? String).map { [$0] } ?? ["processor", "vulkan", "reference"]
      var results: [FilterMeasurement] = []
      for backend in backends {
        options[.backend] = backend
        let side = min(width, height)
        let harness = try Harness(options, width: side, height: side, runs: runs)
        let context = harness.context
        print("\(context.deviceName), \(side)x\(side) RGBA8 in and out")
        let measured = try measureFilters(
          matching: Array(filters.dropFirst()), on: harness, progress: showProgress)
        printFilters(measured)
        results += measured
      }
      if let json { try write(results, to: json) }
      return
    }
    if filters.first == "agreement" {
      if options[.backend] == nil { options[.backend] = "vulkan" }
      let measured = try measureAgreement(
        matching: Array(filters.dropFirst()), options, side: isSized ? min(width, height) : 256)
      if measured.isEmpty { throw UsageError(description: "no filter has this name; citool list prints all names") }
      if let json { try write(measured, to: json) }
      return
    }
    if filters == ["copies"] {
      if let backend = options[.backend] as? String, backend != "vulkan" {
        throw UsageError(description: "copies needs a Vulkan device (got --backend \(backend)); omit --backend")
      }
      return try measureCopies(options, width: width, height: height, runs: runs)
    }
    if filters == ["images"] {
      return try measureImages(options, width: width, height: height, runs: runs)
    }
    if filters.first == "planes" {
      return try measurePlanes(
        matching: Array(filters.dropFirst()),
        on: Harness(options, threads: threads, width: width, height: height, runs: runs))
    }
    if filters == ["layers"] {
      return try measureLayers(on: Harness(options, threads: threads, width: width, height: height, runs: runs))
    }
    if filters == ["kernels"] {
      return try measureKernels(on: Harness(options, width: width, height: height, runs: runs))
    }
    let selected = benchmarks.filter { benchmark in
      filters.isEmpty || filters.contains { benchmark.name.contains($0) }
    }
    guard !selected.isEmpty else { throw UsageError(description: "no benchmark has this name; see --list") }

    let harness = try Harness(
      options, threads: threads, width: width, height: height, runs: runs, images: images)
    let context = harness.context
    print("\(context.deviceName), \(width)x\(height) RGBA8 in and out, copy \(format(harness.copyTime())) ms")
    print(row(["benchmark", "first", "wall", "±", "device", "processor", "copies", "Gpixel/s", "dispatches"]))
    var results: [Measurement] = []
    for benchmark in selected {
      let result = try harness.measure(benchmark, pixels: images)
      results.append(result)
      print(
        row([
          result.name, format(result.first), format(result.wall), "\(Int(result.spread.rounded())) %",
          format(result.deviceTime), format(result.processor), format(result.copies), format(result.gigapixels),
          "\(result.dispatches)",
        ]))
      // The results so far stay visible if the process is interrupted.
      fflush(nil)
    }
    if let json { try write(results, to: json) }
  }

  /// Shows a name on the last line of the terminal, without a newline.
  private static func showProgress(_ name: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(name)\r".utf8))
  }

  private static func write(_ results: some Encodable, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(results).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func format(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.1f", value) }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let width = index == 0 ? 30 : 11
      let pad = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 ? cell + pad : pad + cell
    }.joined()
  }
}
