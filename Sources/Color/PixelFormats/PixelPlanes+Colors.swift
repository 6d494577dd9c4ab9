/// How Y'CbCr becomes R'G'B' and back, for the layouts that have it.
package struct YCbCrConversion: Hashable, Sendable {
  package let weights: LumaWeights
  package let site: ChromaSite
  package let quality: ChromaQuality

  package init(_ weights: LumaWeights, site: ChromaSite = .left, quality: ChromaQuality = .exact) {
    (self.weights, self.site, self.quality) = (weights, site, quality)
  }
}

// The definition of what planes stand for: every kernel that loads or stores them is tested against it.
extension PixelPlanes {
  /// All pixels, row by row from the top, as red, green, blue and alpha: values as they are stored, 0...1 where they
  /// are codes, before any curve; alpha as it is stored, 1 where there is none. Grey in all three; what is missing is
  /// 0.
  ///
  /// Y'CbCr: chroma is filtered as codes, then one map makes R'G'B' of all three, neither rounded nor clamped.
  ///
  /// - Precondition: the layout's components are known.
  package func colors(_ conversion: YCbCrConversion) -> [SIMD4<Float>] {
    precondition(!layout.components.isEmpty, "nothing here reads this layout")
    return layout.isYCbCr ? colorsOfVideo(conversion) : colorsOfComponents()
  }

  /// Writes all pixels: the way back from ``colors(_:)``. Codes are rounded to nearest and clamped; grey takes red.
  ///
  /// Y'CbCr: chroma's mean is that of its pixels' codes, and so that of R'G'B', not of light. Where a pair lacks its
  /// second pixel, the edge is repeated.
  package func store(_ colors: [SIMD4<Float>], _ conversion: YCbCrConversion) {
    precondition(!layout.components.isEmpty, "nothing here writes this layout")
    precondition(colors.count == width * height, "a colour for each pixel")
    if layout.isYCbCr { storeVideo(colors, conversion) } else { storeComponents(colors) }
  }

  private func colorsOfComponents() -> [SIMD4<Float>] {
    var colors = [SIMD4<Float>](repeating: [0, 0, 0, 1], count: width * height)
    for component in layout.components {
      let scale = component.number.greatestCode ?? 1
      eachPixel { index, x, y in
        let value = Float(number(component, column: x, row: y) / scale)
        switch component.meaning {
        case .red: colors[index].x = value
        case .green: colors[index].y = value
        case .blue: colors[index].z = value
        case .alpha: colors[index].w = value
        case .grey: colors[index] = [value, value, value, colors[index].w]
        case .luma, .blueDifference, .redDifference: break
        }
      }
    }
    return colors
  }

  private func storeComponents(_ colors: [SIMD4<Float>]) {
    for component in layout.components {
      let scale = component.number.greatestCode ?? 1
      eachPixel { index, x, y in
        let value =
          switch component.meaning {
          case .red, .grey, .luma: colors[index].x
          case .green, .blueDifference: colors[index].y
          case .blue, .redDifference: colors[index].z
          case .alpha: colors[index].w
          }
        store(Double(value) * scale, component, column: x, row: y)
      }
    }
  }

  private func colorsOfVideo(_ conversion: YCbCrConversion) -> [SIMD4<Float>] {
    let (luma, blue, red) = videoComponents
    let map = codeMap(conversion)
    let (across, down) = filters(conversion)
    var colors = [SIMD4<Float>](repeating: [0, 0, 0, 1], count: width * height)
    eachPixel { index, x, y in
      let ((column, nextColumn), (row, nextRow)) = (across.up(x), down.up(y))
      func chroma(_ component: Component) -> Double {
        func mixed(_ row: Int) -> Double {
          let first = number(component, column: column, row: row)
          return nextColumn == 0
            ? first : first * (1 - nextColumn) + number(component, column: column + 1, row: row) * nextColumn
        }
        return nextRow == 0 ? mixed(row) : mixed(row) * (1 - nextRow) + mixed(row + 1) * nextRow
      }
      let color = map.color(of: [number(luma, column: x, row: y), chroma(blue), chroma(red)])
      colors[index] = SIMD4(SIMD3<Float>(color), 1)
    }
    return colors
  }

  private func storeVideo(_ colors: [SIMD4<Float>], _ conversion: YCbCrConversion) {
    eachNumber(of: colors, conversion) { store($0, $1, column: $2, row: $3) }
    repeatLastLuma(videoComponents.luma)
  }

  /// The numbers that ``store(_:_:)`` writes of Y'CbCr, before they are rounded and clamped: what a code may be half a
  /// code away from.
  package func eachNumber(
    of colors: [SIMD4<Float>], _ conversion: YCbCrConversion,
    _ body: (_ number: Double, _ component: Component, _ column: Int, _ row: Int) -> Void
  ) {
    let (luma, blue, red) = videoComponents
    let map = codeMap(conversion)
    let codes = colors.map { map.codes(of: SIMD3<Double>(Double($0.x), Double($0.y), Double($0.z))) }
    eachPixel { index, x, y in body(codes[index].x, luma, x, y) }

    let (across, down) = filters(conversion)
    let size = count(of: blue)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        var mean = SIMD3<Double>.zero
        for (y, weightY) in down.down {
          let start = min(max(row * blue.rows + y, 0), height - 1) * width
          for (x, weightX) in across.down {
            mean += codes[start + min(max(column * blue.columns + x, 0), width - 1)] * (weightX * weightY)
          }
        }
        body(mean.y, blue, column, row)
        body(mean.z, red, column, row)
      }
    }
  }

  /// A pair of packed pixels whose second one is outside gets the first one's luma.
  private func repeatLastLuma(_ luma: Component) {
    guard !layout.isPlanar, width % 2 == 1 else { return }
    let plane = planes[luma.plane]
    for y in 0..<height {
      let last = plane.start + y * plane.rowBytes + luma.offset + (width - 1) * luma.step
      (last + luma.step).storeBytes(of: last.load(as: UInt8.self), as: UInt8.self)
    }
  }

  private var videoComponents: (luma: Component, blue: Component, red: Component) {
    guard let luma = layout.component(.luma), let blue = layout.component(.blueDifference),
      let red = layout.component(.redDifference)
    else { preconditionFailure("a layout with a range has luma and both colour differences") }
    return (luma, blue, red)
  }

  private func codeMap(_ conversion: YCbCrConversion) -> CodeMap {
    CodeMap(conversion.weights, layout.range ?? .full, depth: videoComponents.luma.number.depth ?? 8)
  }

  private func filters(_ conversion: YCbCrConversion) -> (across: ChromaFilter, down: ChromaFilter) {
    let shrink = layout.chromaShrink
    return (
      ChromaFilter(conversion.quality, shrink: shrink.columns, place: conversion.site.column),
      ChromaFilter(conversion.quality, shrink: shrink.rows, place: conversion.site.row)
    )
  }

  private func eachPixel(_ body: (_ index: Int, _ x: Int, _ y: Int) -> Void) {
    for y in 0..<height {
      for x in 0..<width { body(y * width + x, x, y) }
    }
  }
}
