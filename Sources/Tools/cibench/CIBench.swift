import CoreImage
import Foundation

/// Headless benchmarks: `cibench --help`.
@main struct CIBench {
  static let help = """
    Measures how fast recipes render, against copying the same bytes in the same run.

    usage: cibench [FILTER…] [--size WxH] [--runs N] [--backend processor|vulkan|reference] [--device N|NAME]
                   [--json FILE]

      FILTER    part of a benchmark's name, for example color or blur/gaussian; several: any of them
      --size    image size, default 4096x4096
      --runs    warm runs of each benchmark, default 7; medians are printed
      --images FOLDER  measures on FOLDER/image.raw and FOLDER/top.raw (rows of RGBA8) of that size, and writes \
    what \
    came out
                beside them, as NAME.raw
      --list    names only
      --planning  what planning costs, stage by stage, instead
      filters   as the first word: every filter of the catalogue, or those named behind it, by category, and which of \
    them
                take more than ten times the median of their category; on every backend, unless --backend says which.
                On the CPU reference all of them take a quarter of an hour for each run: give --runs 1, or a smaller \
    --size
      --threads N  on how many threads the processor's engine runs
      hostile   as the first word: every filter with hostile values, one at a time, on the processor, or as --backend \
    says, and on
                the reference; a line of JSON before and one
                behind each case. Words behind it choose cases by their titles, --start N goes on from a case, --list \
    lists
                them. scripts/hostile runs it and judges
      agreement  as the first word: how far every filter, or those named behind it, is from the CPU reference, as \
    tables \
    of
                Markdown. On Vulkan, unless --backend says otherwise; images have 256x256 pixels, unless --size does
      copies    as the only word: how fast bytes go to a Vulkan device, on it and back, and what tasks in flight save, \
    as \
    tables
                of Markdown
      images    as the only word: what recipes cost between images of a Vulkan device, copied and used by kernels
      kernels   as the only word: what a kernel of one's own costs beside a built-in filter, and until it is compiled
      layers    as the only word: what frames of a tree of 100 layers cost, and particles; give --size 1920x1080
      planes    as the first word: what renders from the planes of a video's frame to such planes cost, or those whose \
    names have
                the words behind it, as NV12; give --size 1920x1080
      --soak N  renders N small images instead and says how much memory that cost; with --size N frames of ten
                filters, of which a value moves

    Columns: first = first render of the recipe in this process, kernels and upload included; wall = warm, until the
    pixels can be read; device = the device's own time; processor = time of all threads together; copies = wall / time \
    to copy the same bytes.
    """

  static func main() {
    var status: Int32 = 0
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("cibench: \(error)\n".utf8))
      status = error is UsageError ? 2 : 1
    }
    // Here, where nothing is held any more.
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
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw UsageError(description: "\(option) needs a value; see --help") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return print(help)
      case "--start":
        guard let number = Int(try value(of: argument)), number >= 0 else {
          throw UsageError(description: "--start takes the number of a case")
        }
        start = number
      case "--threads":
        guard let count = Int(try value(of: argument)), (1...256).contains(count) else {
          throw UsageError(description: "--threads takes a number from 1 to 256")
        }
        threads = count
      case "--list" where filters.first == "hostile":
        return print(
          HostileValues().cases().enumerated().map { "\($0)  \($1.title)" }.joined(separator: "\n"))
      case "--list": return print(benchmarks.map(\.name).joined(separator: "\n"))
      case "--size":
        let sides = try value(of: argument).split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (16...32_768).contains($0) }) else {
          throw UsageError(description: "--size takes WIDTHxHEIGHT, 16 to 32768 each")
        }
        (width, height, isSized) = (sides[0], sides[1], true)
      case "--runs":
        guard let count = Int(try value(of: argument)), (1...1000).contains(count) else {
          throw UsageError(description: "--runs takes a number from 1 to 1000")
        }
        runs = count
      case "--backend": options[.backend] = try value(of: argument)
      case "--device":
        let name = try value(of: argument)
        options[.device] = Int(name).map { $0 as Any } ?? name
      case "--soak":
        guard let count = Int(try value(of: argument)), count > 0 else {
          throw UsageError(description: "--soak takes a number of renders")
        }
        soakCount = count
      case "--planning": return try planning(runs: 300)
      case "--images": images = URL(fileURLWithPath: try value(of: argument), isDirectory: true)
      case "--json": json = try value(of: argument)
      default:
        if argument.hasPrefix("-") { throw UsageError(description: "\(argument) is no option; see --help") }
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
      if measured.isEmpty { throw UsageError(description: "no filter is called so; citool list names all") }
      if let json { try write(measured, to: json) }
      return
    }
    if filters == ["copies"] {
      if let backend = options[.backend] as? String, backend != "vulkan" {
        throw UsageError(description: "copies are those of Vulkan devices, not of \(backend); leave --backend away")
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
    let chosen = benchmarks.filter { benchmark in filters.isEmpty || filters.contains { benchmark.name.contains($0) } }
    guard !chosen.isEmpty else { throw UsageError(description: "no benchmark is called so; --list shows all") }

    let harness = try Harness(
      options, threads: threads, width: width, height: height, runs: runs, images: images)
    let context = harness.context
    print("\(context.deviceName), \(width)x\(height) RGBA8 in and out, copy \(format(harness.copyTime())) ms")
    print(row(["benchmark", "first", "wall", "±", "device", "processor", "copies", "Gpixel/s", "dispatches"]))
    var results: [Measurement] = []
    for benchmark in chosen {
      let result = try harness.measure(benchmark, pixels: images)
      results.append(result)
      print(
        row([
          result.name, format(result.first), format(result.wall), "\(Int(result.spread.rounded())) %",
          format(result.deviceTime), format(result.processor), format(result.copies), format(result.gigapixels),
          "\(result.dispatches)",
        ]))
      // What is there stays where somebody ends this.
      fflush(nil)
    }
    if let json { try write(results, to: json) }
  }

  /// One line that is written over, for people only.
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
