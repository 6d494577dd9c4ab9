extension Op: CustomStringConvertible {
  /// The operation in a word or two: a formula's name, `crop`, `source photo.png`.
  package var name: String {
    switch self {
    case .empty: "empty"
    case .source(let source): "source \(source.label)"
    case .crop: "crop"
    case .clamp: "clamp"
    case .affine: "affine"
    case .formula(let formula, _, _): formula.name
    case .warp(let formula, _, _): formula.name
    case .region(let formula, _): formula.name
    case .histogram: "histogram"
    case .sampled: "sampled"
    case .matched(_, .toWorking): "matched from"
    case .matched(_, .fromWorking): "matched to"
    case .intermediate: "intermediate"
    case .symbol(let symbol): "any \(symbol.representative.name)"
    }
  }

  /// The values of the operation, as text.
  package var values: [String] {
    switch self {
    case .empty: []
    case .source(let source):
      ["\(source.width)x\(source.height)"] + (source.planes.map { ["\($0)"] } ?? [])
        + [source.alpha.rawValue, source.colorSpace?.name ?? "working"]
    case .crop(let rect), .clamp(let rect): [rect.description]
    case .affine(let m, let sampling):
      ["[" + [m.a, m.b, m.c, m.d, m.tx, m.ty].map(short).joined(separator: " ") + "]", sampling.rawValue]
    case .formula(_, let arguments, _), .region(_, let arguments): arguments.map(\.description)
    case .warp(_, let arguments, let sampling): arguments.map(\.description) + [sampling.rawValue]
    case .histogram(let rect, let bins): [rect.description, "\(bins) bins"]
    case .sampled(let sampling): [sampling.rawValue]
    case .matched(let space, _): [space.name]
    case .intermediate(let cache, let format): (cache ? ["cached"] : []) + (format.map { ["as \($0.rawValue)"] } ?? [])
    case .symbol(let symbol): ["$\(symbol.index)"]
    }
  }

  /// A line with the kind, name and values.
  package var description: String {
    switch self {
    case .formula(_, let arguments, _): "color \(name)" + listed(arguments)
    case .warp(_, let arguments, let sampling): "warp \(name)" + listed(arguments) + " \(sampling.rawValue)"
    case .region(_, let arguments): "region \(name)" + listed(arguments)
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol:
      ([name] + values).joined(separator: " ")
    }
  }

  private func listed(_ arguments: [Argument]) -> String {
    arguments.isEmpty ? "" : "(" + arguments.map(\.description).joined(separator: ", ") + ")"
  }
}

extension Argument: CustomStringConvertible {
  package var description: String {
    func list(_ values: [Float]) -> String { "[" + values.map { short(Double($0)) }.joined(separator: " ") + "]" }
    return switch self {
    case .float(let v): short(Double(v))
    case .float2(let v): list([v.x, v.y])
    case .float3(let v): list([v.x, v.y, v.z])
    case .float4(let v): list([v.x, v.y, v.z, v.w])
    case .int(let v): "\(v)"
    case .axis(let v): "\(v)"
    case .color(let v): v.value(in: .extendedLinearSRGB).description
    case .symbol(let v): "$\(v.index)"
    }
  }
}
