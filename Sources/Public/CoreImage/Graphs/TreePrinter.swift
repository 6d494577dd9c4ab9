import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import Synchronization

/// A printer of the graphs that `CI_PRINT_TREE` selects, for the renders of one context.
final class TreePrinter: Sendable {
  private let request: TreeRequest
  private let log: RenderLog
  /// The prefix of the names of all its files.
  private let stem: String
  private let renders = Atomic<Int>(0)

  /// - Parameter context: the context's name.
  /// - Returns: nil if no graphs are selected, or graphs of another context only.
  init?(_ log: RenderLog, context: String?) {
    guard let request = log.tree, request.context == nil || request.context == context else { return nil }
    (self.request, self.log) = (request, log)
    let name = (context ?? "context").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    // Contexts may share a name.
    let tag = String(UInt16.random(in: 0...UInt16.max), radix: 16)
    stem = "coreimage-\(ProcessInfo.processInfo.processIdentifier)-\(String(name))-\(tag)"
  }

  /// Counts a render. Returns nil if it is not selected.
  func nextFrame() -> TreeFrame? {
    let number = renders.wrappingAdd(1, ordering: .relaxed).newValue
    if let requestedFrame = request.frame, requestedFrame != number { return nil }
    return TreeFrame(request: request, log: log, stem: "\(stem)-frame-\(number)")
  }
}

/// A render that `CI_PRINT_TREE` selects. Errors of printing are logged and do not affect the render.
struct TreeFrame: Sendable {
  fileprivate let request: TreeRequest
  let log: RenderLog
  fileprivate let stem: String

  private func includes(for stage: CIRenderGraph.Stage) -> Bool {
    switch stage {
    case .initial: request.graphs & 1 != 0
    case .optimized: request.graphs & 2 != 0
    case .concatenated: request.graphs & 4 != 0
    }
  }

  /// Prints a recipe, before or after optimisation.
  func show(_ root: ImageGraph.Node, _ stage: CIRenderGraph.Stage, region: UserRect) {
    if includes(for: stage) { show(CIRenderGraph(root, stage, region: region)) }
    if stage == .initial, request.dumpsInputs { dumpInputs(of: root) }
  }

  /// Prints the passes, and dumps the images that they wrote.
  ///
  /// - Parameters:
  ///   - schedules: all runs, in order.
  ///   - groups: the runs that render tiles of one image.
  ///   - milliseconds: of each pass of each run.
  ///   - options: the requested output.
  func show(
    _ schedules: [Schedule], groups: [RenderWork.RunGroup], milliseconds: [Double], on engine: any ScheduleEngine,
    options: PassOptions
  ) {
    var numbers: [CIRenderGraph.ImageOfRun: CIRenderGraph.Node.ID] = [:]
    let graph = CIRenderGraph(schedules, groups: groups, milliseconds: milliseconds, numbers: &numbers)
    if includes(for: .concatenated) {
      show(graph.withFastPaths(engine.fastPaths(of: schedules)))
    }
    if request.printsPrograms { for schedule in schedules { log.treeLine("\(schedule)") } }
    if !request.dumpsIntermediates && !request.dumpsOutputs { return }
    for group in groups {
      for (part, run) in group.runs.enumerated() {
        let schedule = schedules[run]
        for (index, dispatch) in schedule.dispatches.enumerated() {
          let isOutput = dispatch.output == schedule.output && group.result == nil
          guard isOutput ? request.dumpsOutputs : request.dumpsIntermediates else { continue }
          // Counters are not an image.
          if case .counters = schedule.images[dispatch.output].kind { continue }
          // Runs the passes up to this one again, since later passes reuse their memory.
          let prefix = Schedule(
            images: schedule.images, dispatches: Array(schedule.dispatches[...index]), output: dispatch.output)
          let number = numbers[.init(run: run, image: dispatch.output)].map(String.init) ?? "\(index)"
          let tileSuffix = group.runs.count == 1 ? "" : "-part-\(part + 1)"
          let name = isOutput ? "output" : "intermediate-\(number)"
          do throws(RenderError) {
            dump(
              ImageDump(
                pixels: try engine.pixels(of: prefix).pixels,
                space: isOutput ? options.outputSpace : options.workingSpace,
                alpha: isOutput ? options.outputAlpha : .premultiplied),
              isOutput ? "output" : "intermediate %\(number)", as: name + tileSuffix)
          } catch {
            log.line("CoreImage: \(name + tileSuffix) cannot be rendered again: \(error)")
          }
        }
      }
    }
  }

  /// Dumps the image that the reference rendered.
  func show(_ output: PixelBuffer, options: PassOptions) {
    guard request.dumpsOutputs else { return }
    dump(ImageDump(pixels: output, space: options.outputSpace, alpha: options.outputAlpha), "output", as: "output")
  }

  private func dumpInputs(of root: ImageGraph.Node) {
    for (number, node) in root.topological.enumerated() {
      guard case .source(let source) = node.op, let pixels = try? source.pixels() else { continue }
      dump(
        ImageDump(pixels: pixels, space: source.colorSpace, alpha: source.alpha),
        "input %\(number) of the initial graph, \(source.label)", as: "input-\(number)")
    }
  }

  private func dump(_ image: ImageDump, _ description: String, as name: String) {
    let url = file(name, image.pathExtension)
    do {
      try image.write(to: url)
      log.treeLine("\(description): \(url.path)")
    } catch {
      log.line("\(description) cannot be written: \(error)")
    }
  }

  private func show(_ graph: CIRenderGraph) {
    let format: CIRenderGraph.FileFormat =
      switch request.output {
      case .text: .text
      case .pdf: .pdf
      case .png: .png
      case .svg: .svg
      case .dot: .dot
      }
    if format == .text { return log.treeLine("\(graph)") }
    func write(_ format: CIRenderGraph.FileFormat) throws(RenderError) {
      let url = file(graph.stage.rawValue, format.pathExtension)
      try graph.write(to: url)
      log.treeLine("\(graph.summary): \(url.path)")
    }
    do throws(RenderError) {
      try write(format)
    } catch {
      log.line("CoreImage: \(error)")
      // SVG needs no library, unlike PNG and PDF.
      if case .unsupported = error { try? write(.svg) }
    }
  }

  private func file(_ name: String, _ pathExtension: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(stem)-\(name).\(pathExtension)")
  }
}
