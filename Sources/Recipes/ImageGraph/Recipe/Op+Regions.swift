/// The regions of a step's inputs that it reads.
extension Op {
  /// Returns the region of interest of input `index` for `output`, not yet intersected with the input's extent.
  package func regionOfInterest(ofInput index: Int, for output: UserRect) -> UserRect {
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

  /// The number of input pixels that are read for one pixel of the result.
  package var reads: Double {
    switch self {
    case .affine(let map, let sampling): map.integerTranslation != nil || sampling == .nearest ? 1 : 4
    case .warp(_, _, let sampling): sampling == .nearest ? 1 : 4
    case .region(let formula, let arguments): formula.taps(arguments)
    case .empty, .source, .crop, .clamp, .formula, .histogram, .sampled, .matched, .intermediate, .symbol: 1
    }
  }

  /// Whether each pixel of the result is a pixel of the first input, or a mean of its neighbours. Other inputs only
  /// determine its position.
  package var movesPixels: Bool {
    switch self {
    case .crop, .clamp, .affine, .sampled: true
    case .warp(let formula, _, _): !formula.mixesLinearLight
    case .region(let formula, _): formula.movesPixels
    case .empty, .source, .formula, .histogram, .matched, .intermediate: false
    case .symbol(let symbol): symbol.representative.movesPixels
    }
  }

  /// Whether pixels of the result can be means of several pixels. Only for steps with `movesPixels`.
  package var mixesPixels: Bool {
    switch self {
    case .affine(let map, let sampling): map.integerTranslation == nil && sampling != .nearest
    case .warp(_, _, let sampling): sampling != .nearest
    case .region: true
    case .empty, .source, .crop, .clamp, .formula, .histogram, .sampled, .matched, .intermediate: false
    case .symbol(let symbol): symbol.representative.mixesPixels
    }
  }

  /// False for steps without pixels of their own: storing them saves nothing.
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
  /// Returns the pixels that sampling at these points can read: half a pixel more on each side for bilinear sampling,
  /// and a margin for the rounding of positions to float.
  fileprivate func touched(_ sampling: Sampling) -> UserRect { outset(by: sampling == .nearest ? 0.01 : 0.51) }
}
