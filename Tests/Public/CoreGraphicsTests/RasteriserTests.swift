import CoreGraphics
import Foundation
import Testing

/// Fills and strokes compared with images by Skia and FreeType, which Resources/Paths/draw-by-skia.py and
/// draw-by-freetype.py create.
@Suite struct RasteriserTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String?
    let path: [[Step]]
    let width: Double?
    let cap, join: Int32?
    let dash: [Double]?
    let phase: Double?
    let matrix: [Double]?

    var testDescription: String { name }

    var isCurved: Bool { path.contains { if case .name("C") = $0[0] { true } else { false } } }

    enum Step: Decodable, Sendable {
      case name(String)
      case number(Double)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
          if let name = try? value.decode(String.self) { .name(name) } else { .number(try value.decode(Double.self)) }
      }
    }

    var cgPath: CGPath {
      let result = CGMutablePath()
      for step in path {
        guard case .name(let name) = step[0] else { continue }
        let numbers = step.dropFirst().compactMap { if case .number(let n) = $0 { n } else { nil } }
        let points = stride(from: 0, to: numbers.count, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
        switch name {
        case "M": result.move(to: points[0])
        case "L": result.addLine(to: points[0])
        case "Q": result.addQuadCurve(to: points[1], control: points[0])
        case "C": result.addCurve(to: points[2], control1: points[0], control2: points[1])
        default: result.closeSubpath()
        }
      }
      return result
    }
  }

  static let cases: [Case] =
    (try? JSONDecoder().decode(
      [Case].self, from: Data(contentsOf: resources.appendingPathComponent("Paths/paths.json")))) ?? []

  @Test func casesAreComplete() { #expect(Self.cases.count == 14) }

  /// FreeType's rasteriser computes areas.
  @Test(arguments: cases.filter { $0.width == nil || $0.dash == nil && $0.matrix == nil && !$0.isCurved })
  func coverageIsTheAreaByFreeType(_ item: Case) throws {
    try expect(drawn(item), equals: "\(item.name)-freetype", mean: 0.05, worst: 2)
  }

  /// Skia's curves deviate by up to 7/255 from FreeType's areas, and the ends of its dashes on curves are at slightly
  /// different positions.
  @Test(arguments: cases)
  func coverageEqualsSkia(_ item: Case) throws { try expect(drawn(item), equals: item) }

  private func drawn(_ item: Case) throws -> Canvas {
    let canvas = try Canvas(64, 64)
    draw(item, canvas.context) { context, path in
      context.addPath(path)
      if item.width == nil {
        context.fillPath(using: item.rule == nil ? .winding : .evenOdd)
      } else {
        context.strokePath()
      }
    }
    return canvas
  }

  /// The stroked outline of this package, filled.
  @Test(arguments: cases.filter { $0.width != nil })
  func strokedOutlinesCoverTheSameArea(_ item: Case) throws {
    let canvas = try Canvas(64, 64)
    draw(item, canvas.context) { context, path in
      let lengths = item.dash?.map { CGFloat($0) } ?? []
      let source = lengths.isEmpty ? path : path.copy(dashingWithPhase: item.phase ?? 0, lengths: lengths)
      context.addPath(
        source.copy(
          strokingWithWidth: item.width ?? 1, lineCap: CGLineCap(rawValue: item.cap ?? 0) ?? .butt,
          lineJoin: CGLineJoin(rawValue: item.join ?? 0) ?? .miter, miterLimit: 10))
      context.fillPath()
    }
    try expect(canvas, equals: item)
  }

  private func draw(_ item: Case, _ context: CGContext, _ paint: (CGContext, CGPath) -> Void) {
    context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 64))
    if let m = item.matrix {
      context.concatenate(CGAffineTransform(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5]))
    }
    context.setLineWidth(item.width ?? 1)
    context.setLineCap(CGLineCap(rawValue: item.cap ?? 0) ?? .butt)
    context.setLineJoin(CGLineJoin(rawValue: item.join ?? 0) ?? .miter)
    context.setLineDash(phase: item.phase ?? 0, lengths: item.dash?.map { CGFloat($0) } ?? [])
    paint(context, item.cgPath)
  }

  private func expect(_ canvas: Canvas, equals item: Case) throws {
    try expect(canvas, equals: item.name, mean: 0.2, worst: item.dash != nil ? 14 : item.isCurved ? 7 : 3)
  }

  private func expect(_ canvas: Canvas, equals name: String, mean: Double, worst: Int) throws {
    let expected = try GreyMap(Data(contentsOf: resources.appendingPathComponent("Paths/\(name).pgm")))
    let differences = zip(try canvas.alphas(), expected.values).map { abs(Int($0) - Int($1)) }
    let average = Double(differences.reduce(0, +)) / Double(differences.count)
    #expect(average <= mean && (differences.max() ?? 255) <= worst, "mean \(average), worst \(differences.max() ?? 0)")
  }
}
