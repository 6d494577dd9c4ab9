/// What a step reads of its inputs.
extension Op {
  /// The part of input `index` that is read to make `output`, not yet cut to the input's extent.
  package func need(ofInput index: Int, for output: UserRect) -> UserRect {
    switch self {
    case .empty, .source: .nothing
    case .crop(let rect): output.intersection(rect.pixels)
    case .clamp(let rect): rect.pixels.nearestPart(to: output)
    case .affine(let map, let sampling): map.source(of: output, sampling)
    case .formula, .sampled, .matched, .intermediate, .symbol: output
    case .warp(let formula, let arguments, let sampling): formula.region(for: output, arguments).touched(sampling)
    case .region(let formula, let arguments): formula.region(ofInput: index, for: output, arguments)
    case .histogram(let rect, _): rect.pixels
    }
  }

  /// How many pixels of its input one pixel of the result reads.
  package var reads: Double {
    switch self {
    case .affine(let map, let sampling): map.integerTranslation != nil || sampling == .nearest ? 1 : 4
    case .warp(_, _, let sampling): sampling == .nearest ? 1 : 4
    case .region(let formula, let arguments): formula.taps(arguments)
    case .empty, .source, .crop, .clamp, .formula, .histogram, .sampled, .matched, .intermediate, .symbol: 1
    }
  }

  /// True when each pixel of the result is one of the first input's, or a mean of neighbours; other inputs say where.
  package var movesPixels: Bool {
    switch self {
    case .crop, .clamp, .affine, .sampled: true
    case .warp(let formula, _, _): !formula.mixesLight
    case .region(let formula, _): formula.movesPixels
    case .empty, .source, .formula, .histogram, .matched, .intermediate: false
    case .symbol(let symbol): symbol.like.movesPixels
    }
  }

  /// True when pixels of the result can be means of several, of those steps that move pixels.
  package var mixesPixels: Bool {
    switch self {
    case .affine(let map, let sampling): map.integerTranslation == nil && sampling != .nearest
    case .warp(_, _, let sampling): sampling != .nearest
    case .region: true
    case .empty, .source, .crop, .clamp, .formula, .histogram, .sampled, .matched, .intermediate: false
    case .symbol(let symbol): symbol.like.mixesPixels
    }
  }

  /// False for what has no pixels to compute of its own: storing it saves nothing.
  package var isComputed: Bool {
    switch self {
    case .empty, .source, .crop, .clamp, .sampled, .matched: false
    case .affine, .formula, .warp, .region, .histogram, .intermediate, .symbol: true
    }
  }
}

extension AffineMap {
  fileprivate func source(of output: UserRect, _ sampling: Sampling) -> UserRect {
    if let step = integerTranslation { return output.offset(by: -step) }
    return inverse.map { $0.apply(output).touched(sampling) } ?? .nothing
  }
}

extension UserRect {
  /// The pixels that sampling inside these points can touch: half a pixel more on each side when it is bilinear, and a
  /// little for the rounding of positions to float.
  fileprivate func touched(_ sampling: Sampling) -> UserRect { outset(by: sampling == .nearest ? 0.01 : 0.51) }
}
