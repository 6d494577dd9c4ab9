/// The parameters of the conversion between Y'CbCr and R'G'B', for Y'CbCr layouts.
package struct YCbCrConversion: Hashable, Sendable {
  package let weights: LumaWeights
  package let site: ChromaSite
  package let quality: ChromaQuality

  package init(_ weights: LumaWeights, site: ChromaSite = .left, quality: ChromaQuality = .exact) {
    (self.weights, self.site, self.quality) = (weights, site, quality)
  }
}

// The reference definition of the planes' contents: every kernel that loads or stores planes is tested against it.
extension PixelPlanes {
  /// Returns all pixels, row by row from the top, as red, green, blue and alpha. Values are as stored, before the
  /// transfer function: 0...1 for integer samples. Alpha is as stored, or 1 if the layout has none. Grey is in all
  /// three components; missing components are 0.
  ///
  /// Y'CbCr: chroma is filtered as sample values, then one matrix converts all three to R'G'B', neither rounded nor
  /// clamped.
  ///
  /// - Precondition: the layout's components are known.
  package func colors(_ conversion: YCbCrConversion) -> [SIMD4<Float>] {
    precondition(!layout.components.isEmpty, "nothing here reads this layout")
    return layout.isYCbCr ? yCbCrColors(conversion) : componentColors()
  }

  /// Writes all pixels: the inverse of ``colors(_:)``. Samples are rounded to nearest and clamped; grey is taken from
  /// red.
  ///
  /// Y'CbCr: the mean chroma is that of its pixels' samples, and thus of R'G'B', not of linear light. If a pair has no
  /// second pixel, the edge is repeated.
  package func store(_ colors: [SIMD4<Float>], _ conversion: YCbCrConversion) {
    precondition(!layout.components.isEmpty, "nothing here writes this layout")
    precondition(colors.count == width * height, "a colour for each pixel")
    if layout.isYCbCr { storeVideo(colors, conversion) } else { storeComponents(colors) }
  }

  private func componentColors() -> [SIMD4<Float>] {
    var colors = [SIMD4<Float>](repeating: [0, 0, 0, 1], count: width * height)
    for component in layout.components {
      let scale = component.format.greatestSample ?? 1
      eachPixel { index, x, y in
        let value = Float(sample(component, column: x, row: y) / scale)
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
      let scale = component.format.greatestSample ?? 1
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

  private func yCbCrColors(_ conversion: YCbCrConversion) -> [SIMD4<Float>] {
    let map = yCbCrMatrix(conversion)
    let filters = filters(conversion)
    var colors = [SIMD4<Float>](repeating: [0, 0, 0, 1], count: width * height)
    eachPixel { index, x, y in
      colors[index] = SIMD4(SIMD3<Float>(map.color(of: samples(column: x, row: y, filters))), 1)
    }
    return colors
  }

  /// Returns Y', Cb and Cr of a pixel as stored values, with interpolated chroma.
  ///
  /// - Precondition: the layout is Y'CbCr.
  package func samples(column x: Int, row y: Int, _ filters: (across: ChromaFilter, down: ChromaFilter)) -> SIMD3<
    Double
  > {
    let (luma, blue, red) = videoComponents
    let ((column, nextColumn), (row, nextRow)) = (filters.across.up(x), filters.down.up(y))
    func chroma(_ component: Component) -> Double {
      func mixed(_ row: Int) -> Double {
        let first = sample(component, column: column, row: row)
        return nextColumn == 0
          ? first : first * (1 - nextColumn) + sample(component, column: column + 1, row: row) * nextColumn
      }
      return nextRow == 0 ? mixed(row) : mixed(row) * (1 - nextRow) + mixed(row + 1) * nextRow
    }
    return [sample(luma, column: x, row: y), chroma(blue), chroma(red)]
  }

  private func storeVideo(_ colors: [SIMD4<Float>], _ conversion: YCbCrConversion) {
    forEachSample(of: colors, conversion) { store($0, $1, column: $2, row: $3) }
    repeatLastLuma(videoComponents.luma)
  }

  /// Calls `body` with the exact values of the samples that ``store(_:_:)`` writes for Y'CbCr, before rounding and
  /// clamping. A stored sample may differ from them by half a step.
  package func forEachSample(
    of colors: [SIMD4<Float>], _ conversion: YCbCrConversion,
    _ body: (_ sample: Double, _ component: Component, _ column: Int, _ row: Int) -> Void
  ) {
    let (luma, blue, red) = videoComponents
    let map = yCbCrMatrix(conversion)
    let codes = colors.map { map.samples(of: SIMD3<Double>(Double($0.x), Double($0.y), Double($0.z))) }
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

  /// Repeats the luma of the first pixel in a packed pair whose second pixel is outside the image.
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

  private func yCbCrMatrix(_ conversion: YCbCrConversion) -> YCbCrMatrix {
    YCbCrMatrix(conversion.weights, layout.range ?? .full, depth: videoComponents.luma.format.depth ?? 8)
  }

  private func filters(_ conversion: YCbCrConversion) -> (across: ChromaFilter, down: ChromaFilter) {
    let subsampling = layout.chromaSubsampling
    return (
      ChromaFilter(conversion.quality, subsampling: subsampling.columns, position: conversion.site.column),
      ChromaFilter(conversion.quality, subsampling: subsampling.rows, position: conversion.site.row)
    )
  }

  private func eachPixel(_ body: (_ index: Int, _ x: Int, _ y: Int) -> Void) {
    for y in 0..<height {
      for x in 0..<width { body(y * width + x, x, y) }
    }
  }
}
