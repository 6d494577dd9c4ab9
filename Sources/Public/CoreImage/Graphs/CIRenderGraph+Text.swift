import Foundation
import ImageGraph

extension CIRenderGraph: CustomStringConvertible {
  /// The steps, one per line, the result first: index, operation, inputs, extent, and region of interest (`roi`).
  /// Kernels are indented below the pass that they are fused into.
  public var description: String {
    var lines = [summary]
    let inputs = Dictionary(grouping: edges, by: \.to).mapValues { $0.map(\.from) }
    for group in groups {
      let isPass = group[0].kind == .pass
      for node in group {
        lines.append((isPass && node.kind != .pass ? "  " : "") + line(node, reading: inputs[node.id] ?? []))
      }
    }
    if !fastPaths.isEmpty { lines.append("fast paths " + fastPaths.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  /// The nodes in printing order: last first; a pass is followed by its kernels.
  private var groups: [[Node]] {
    let kernels = Dictionary(grouping: nodes.filter { $0.pass != nil }, by: \.pass)
    return nodes.reversed().filter { $0.pass == nil }.map { node in [node] + (kernels[node.id] ?? []).reversed() }
  }

  /// The stage, the rectangle, and sums over the passes.
  package var summary: String {
    let rect = region.map { ", " + words($0) } ?? ""
    guard stage == .concatenated else { return "\(stage.rawValue) graph\(rect), \(counted(nodes.count, "step"))" }
    let passes = passes
    let pixels = passes.reduce(0) { $0 + ($1.pixelCount ?? 0) }
    let intermediateBytes = nodes.filter { $0.kind == .intermediate }.reduce(0) { $0 + ($1.byteCount ?? 0) }
    let time = passes.allSatisfy { $0.milliseconds != nil } ? passes.reduce(0) { $0 + ($1.milliseconds ?? 0) } : nil
    return "\(stage.rawValue) graph\(rect), \(counted(passes.count, "pass", "passes")), "
      + (partCount > 1 ? "in \(grouped(partCount)) parts, " : "")
      + "\(grouped(pixels)) pixels processed, \(bytes(intermediateBytes)) between passes"
      + (time.map { ", \(milliseconds($0))" } ?? "")
  }

  private func line(_ node: Node, reading inputs: [Node.ID]) -> String {
    var parts: [String]
    if node.kind == .pass {
      parts = [node.name]
    } else {
      let values = node.values.isEmpty ? "" : "(" + node.values.joined(separator: ", ") + ")"
      parts = [(["%\(node.id) = \(node.label)\(values)"] + inputs.map { "%\($0)" }).joined(separator: " ")]
    }
    if let extent = node.extent {
      parts.append("extent \(words(extent))")
      if let needed = node.regionOfInterest, needed != extent { parts.append("roi \(words(needed))") }
    }
    parts += node.measures
    return parts.joined(separator: "  ")
  }
}

extension CIRenderGraph.Node {
  /// The name, for kernels preceded by their kind.
  fileprivate var label: String {
    switch kind {
    case .color: "color \(name)"
    case .warp where name != "affine": "warp \(name)"
    case .general where name != "histogram": "region \(name)"
    default: name
    }
  }

  /// The available measurements: format, size and time.
  var measures: [String] {
    var parts: [String] = []
    if let format { parts.append("\(format)") }
    if let byteCount { parts.append(bytes(byteCount)) }
    if let pixelCount { parts.append("\(grouped(pixelCount)) pixels") }
    if let time = milliseconds { parts.append(CoreImage.milliseconds(time)) }
    if isCached { parts.append("from the cache") }
    return parts
  }
}

/// Returns `640x480 at 0,0`, with whole numbers without a fraction, or `empty` or `infinite`.
func words(_ rect: CGRect) -> String {
  if rect.isNull || rect.isEmpty { return "empty" }
  if rect.isInfinite { return "infinite" }
  return "\(short(rect.width))x\(short(rect.height)) at \(short(rect.minX)),\(short(rect.minY))"
}

/// Returns a number of bytes in binary units, with at most one decimal.
func bytes(_ count: Int) -> String {
  var value = Double(count)
  for unit in ["bytes", "KiB", "MiB", "GiB"] {
    if value < 1024 || unit == "GiB" { return "\(short((value * 10).rounded() / 10)) \(unit)" }
    value /= 1024
  }
  return "\(count) bytes"
}

/// Returns a time in milliseconds with three digits.
func milliseconds(_ time: Double) -> String {
  let steps: Double = time < 1 ? 1000 : time < 10 ? 100 : 10
  return "\(short((time * steps).rounded() / steps)) ms"
}

/// Returns `1,234,567` for 1234567.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.enumerated().reduce("") { text, digit in
    let remaining = digits.count - digit.offset
    return text + (digit.offset > 0 && remaining % 3 == 0 ? "," : "") + String(digit.element)
  }
}

func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
}
