import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import Synchronization

/// Prints or draws the graphs that `CI_PRINT_TREE` asks for, render by render. Each context has its own.
final class TreePrinter: Sendable {
  private let request: TreeRequest
  private let log: RenderLog
  /// What the names of all its files start with.
  private let stem: String
  private let renders = Atomic<Int>(0)

  /// - Parameter context: the context's name.
  /// - Returns: nil when nothing is asked for, or about other contexts only.
  init?(_ log: RenderLog, context: String?) {
    guard let request = log.tree, request.context == nil || request.context == context else { return nil }
    (self.request, self.log) = (request, log)
    let name = (context ?? "context").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    // Contexts may share a name.
    let tag = String(UInt16.random(in: 0...UInt16.max), radix: 16)
    stem = "coreimage-\(ProcessInfo.processInfo.processIdentifier)-\(String(name))-\(tag)"
  }

  /// Counts a render; nil when this one is not asked about.
  func nextFrame() -> TreeFrame? {
    let number = renders.wrappingAdd(1, ordering: .relaxed).newValue
    if let wanted = request.frame, wanted != number { return nil }
    return TreeFrame(request: request, log: log, stem: "\(stem)-frame-\(number)")
  }
}

/// One render that `CI_PRINT_TREE` asks about. Never makes a render fail: what cannot be written is said in the log.
struct TreeFrame: Sendable {
  fileprivate let request: TreeRequest
  let log: RenderLog
  fileprivate let stem: String

  private func asks(for stage: CIRenderGraph.Stage) -> Bool {
    switch stage {
    case .initial: request.graphs & 1 != 0
    case .optimized: request.graphs & 2 != 0
    case .concatenated: request.graphs & 4 != 0
    }
  }

  /// Shows a recipe, before or after the optimiser.
  func show(_ root: ImageGraph.Node, _ stage: CIRenderGraph.Stage, region: UserRect) {
    if asks(for: stage) { show(CIRenderGraph(root, stage, region: region)) }
    if stage == .initial, request.dumpsInputs { dumpInputs(of: root) }
  }

  /// Shows what ran, and the images that it left.
  ///
  /// - Parameters:
  ///   - schedules: every run, in order.
  ///   - groups: which of them make parts of one image.
  ///   - milliseconds: of each pass of each run.
  ///   - options: what was asked of the output.
  func show(
    _ schedules: [Schedule], groups: [RenderWork.RunGroup], milliseconds: [Double], on engine: any ScheduleEngine,
    options: PassOptions
  ) {
    var numbers: [CIRenderGraph.ImageOfRun: CIRenderGraph.Node.ID] = [:]
    let graph = CIRenderGraph(schedules, groups: groups, milliseconds: milliseconds, numbers: &numbers)
    if asks(for: .concatenated) {
      show(graph.naming(schedules.reduce(into: []) { $0.formUnion(engine.fastPaths(of: $1)) }))
    }
    if request.printsPrograms { for schedule in schedules { log.treeLine("\(schedule)") } }
    if !request.dumpsIntermediates && !request.dumpsOutputs { return }
    for group in groups {
      for (part, run) in group.runs.enumerated() {
        let schedule = schedules[run]
        for (index, dispatch) in schedule.dispatches.enumerated() {
          let isOutput = dispatch.output == schedule.output && group.made == nil
          guard isOutput ? request.dumpsOutputs : request.dumpsIntermediates else { continue }
          // Counters are no image.
          if case .counters = schedule.images[dispatch.output].kind { continue }
          // The passes up to this one, once more: memory that they share is overwritten by those that follow.
          let beginning = Schedule(
            images: schedule.images, dispatches: Array(schedule.dispatches[...index]), output: dispatch.output)
          let number = numbers[.init(run: run, image: dispatch.output)].map(String.init) ?? "\(index)"
          let place = group.runs.count == 1 ? "" : "-part-\(part + 1)"
          let name = isOutput ? "output" : "intermediate-\(number)"
          do throws(RenderError) {
            dump(
              ImageDump(
                pixels: try engine.pixels(of: beginning).pixels,
                space: isOutput ? options.outputSpace : options.workingSpace,
                alpha: isOutput ? options.outputAlpha : .premultiplied),
              isOutput ? "output" : "intermediate %\(number)", as: name + place)
          } catch {
            log.line("CoreImage: \(name + place) cannot be made again: \(error)")
          }
        }
      }
    }
  }

  /// Shows the image that the reference made.
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

  private func dump(_ image: ImageDump, _ what: String, as name: String) {
    let url = file(name, image.pathExtension)
    do {
      try image.write(to: url)
      log.treeLine("\(what): \(url.path)")
    } catch {
      log.line("\(what) cannot be written: \(error)")
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
      // Where PNG and PDF cannot be drawn, SVG can.
      if case .unsupported = error { try? write(.svg) }
    }
  }

  private func file(_ name: String, _ pathExtension: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(stem)-\(name).\(pathExtension)")
  }
}
