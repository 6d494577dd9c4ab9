import CoreVideo
import ImageColor
import ImageFilters
import ImageGraph
import ImagePlanning
import PixelFormats

/// The render of one plane of a pixel buffer: a recipe in the plane's own pixels, y up.
struct PlaneOutput {
  let plane: Int
  let root: Node
  let region: UserRect
  let format: PixelFormat
  /// The colour space of the components; nil if the recipe computes them as stored.
  let space: ColorSpace?
  let alpha: AlphaState
  let rows: Int
  /// The converter of rows, if the plane has another pixel format.
  var converter: PixelConverter?
  /// Copies the parts of the buffer that the recipe reads, before any of its planes is written. Called while the buffer
  /// is locked.
  var begin: (@Sendable () throws(RenderError) -> Void)?
}

extension CVBuffer {
  /// Returns the renders that write pixels of a recipe into the buffer's planes.
  ///
  /// - Parameters:
  ///   - region: whole pixels of the buffer, y up. Chroma samples that extend beyond it keep the contribution of the
  ///     pixels outside.
  ///   - space: of R'G'B'. Nil: the working space.
  ///   - together: whether the renders run together, so that the step that all planes read is stored once.
  /// - Throws: `unsupported` for formats that can be stored and copied only.
  func outputs(
    of node: Node, _ region: UserRect, space: ColorSpace?, alpha: AlphaState, quality: ChromaQuality,
    together: Bool
  ) throws(RenderError) -> [PlaneOutput] {
    if layout.isYCbCr {
      return try planeOutputs(of: node, region, space, quality, together: together && layout.isPlanar)
    }
    let converter = PixelConverter(layout)
    guard let format = pixelFormat ?? converter?.format else {
      throw .unsupported(
        "pixels of the format \(formatName) cannot be rendered; docs/pixel-buffers.md lists those that can be")
    }
    return [
      PlaneOutput(
        plane: 0, root: node, region: region, format: format, space: space, alpha: alpha, rows: height,
        converter: converter)
    ]
  }

  private func planeOutputs(
    of node: Node, _ region: UserRect, _ space: ColorSpace?, _ quality: ChromaQuality, together: Bool
  ) throws(RenderError) -> [PlaneOutput] {
    let samples = samples(of: node, region, space)
    let newSamples = together ? Node(.intermediate(cache: false, format: nil), [samples]) : samples
    let (values, begin) = try extended(newSamples, region)
    let siting = ChromaSiting(quality, chromaSite, layout, height: height)
    let chroma = siting.reduced(
      values.mapped(by: ColorFormula.linear, SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4<Float>.zero))
    if !layout.isPlanar {
      var output = try pairs(values, chroma, region)
      output.begin = begin
      return [output]
    }
    return layout.planes.indices.map { plane in
      let component = layout.components.first { $0.plane == plane }!
      let view = PlaneView.of(component)!.view
      // Luma samples belong to one pixel each. Nothing is read beyond the edges, so luma is processed by rows.
      var root = component.meaning == .luma ? newSamples : chroma
      if together, component.meaning == .luma {
        // Without a further step, the stored step would itself be the plane.
        root = root.mapped(by: ColorFormula.linear, SIMD4(1, 0, 0, 0), SIMD4<Float>.zero, SIMD4<Float>.zero)
      }
      if component.meaning == .redDifference {
        root = root.mapped(by: ColorFormula.linear, SIMD4(0, 1, 0, 0), SIMD4<Float>.zero, SIMD4<Float>.zero)
      }
      var output = output(rounded(root, component), plane, view.format, region)
      if plane == 0 { output.begin = begin }
      return output
    }
  }

  /// Returns the sample values of all pixels of the region.
  private func samples(of node: Node, _ region: UserRect, _ space: ColorSpace?) -> Node {
    let coded = space.map { Node(.matched($0, .fromWorking), [node]) } ?? node
    // The buffer has no alpha: the image is composited over black.
    return samples(of: Node.combined([coded], by: ColorConversions.opaque, extent: .stated(.finite(region))))
  }

  /// The request to store planes; nil for other formats.
  ///
  /// - Parameter quality: nil: automatic.
  func planeRequest(_ quality: ChromaQuality?) -> PlaneRequest? {
    YCbCrPlanes(layout, site: chromaSite, quality: quality).map { PlaneRequest($0, width: width, height: height) }
  }

  /// Returns one render whose pixels are the samples of all planes.
  ///
  /// - Returns: nil if luma and chroma share a plane, or if a chroma sample belongs to pixels outside of the region.
  func output(ofAllPlanes node: Node, _ region: UserRect, space: ColorSpace?) -> PlaneOutput? {
    guard layout.isYCbCr, layout.isPlanar, !cutsGroups(region), let luma = layout.component(.luma),
      let view = PlaneView.of(luma)?.view
    else { return nil }
    return output(samples(of: node, region, space), luma.plane, view.format, region)
  }

  /// Returns a plane's render, whose region contains all samples that belong to a pixel of `region`.
  private func output(_ root: Node, _ plane: Int, _ format: PixelFormat, _ region: UserRect) -> PlaneOutput {
    let shape = layout.planes[plane]
    let rows = shape.rows(ofHeight: height)
    let (left, right) = (
      (region.min.x / Double(shape.columns)).rounded(.down), (region.max.x / Double(shape.columns)).rounded(.up)
    )
    // Groups of rows start at the top.
    let top = ((Double(height) - region.max.y) / Double(shape.rows)).rounded(.down)
    let bottom = ((Double(height) - region.min.y) / Double(shape.rows)).rounded(.up)
    return PlaneOutput(
      plane: plane, root: root,
      region: UserRect([left, Double(rows) - bottom], [right, Double(rows) - top]), format: format, space: nil,
      alpha: format.isOpaque ? .opaque : .premultiplied, rows: rows)
  }

  /// Returns the render of packed 4:2:2: two pixels in four bytes.
  private func pairs(_ values: Node, _ chroma: Node, _ region: UserRect) throws(RenderError) -> PlaneOutput {
    func luma(_ index: Double) -> Node {
      values.transformed(by: AffineMap.translation(0.5 - index, 0).followed(by: .scale(0.5, 1)), reading: .nearest)!
    }
    let lumaFirst: Int32 = layout.component(.luma)?.offset == 0 ? 1 : 0
    let root = Node.combined(
      [luma(0), luma(1), chroma], by: PlaneFormulas.pair, lumaFirst, extent: .stated(.infinite))
    return output(root, 0, .rgba8, region)
  }

  /// The largest integer sample of luma, which is 1 in the recipe.
  private var maxSample: Double { Double(layout.component(.luma)?.format.greatestSample ?? 255) }

  /// Returns Y', Cb and Cr of colours.
  private func samples(of colors: Node) -> Node {
    let (map, maxSample) = (yCbCrMatrix, maxSample)
    func row(_ row: SIMD3<Double>, _ black: Double) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4(row / maxSample, black / maxSample))
    }
    return colors.mapped(
      by: ColorFormula.linear, row(map.inverseMatrix.row0, map.black.x), row(map.inverseMatrix.row1, map.black.y),
      row(map.inverseMatrix.row2, map.black.z))
  }

  /// Extends Y', Cb and Cr beyond the region as far as chroma needs them. If a chroma sample belongs to pixels outside
  /// of the region, these have the buffer's content, else those of the region's edge.
  ///
  /// - Returns: also a function that copies the buffer's content, if it is read. Planes and tiles are written one after
  ///   another, and none may read what another one wrote.
  private func extended(
    _ newSamples: Node, _ region: UserRect
  ) throws(RenderError) -> (node: Node, begin: (@Sendable () throws(RenderError) -> Void)?) {
    guard cutsGroups(region) else { return (newSamples.clamped(to: region), nil) }
    let copy = try CVPixelBuffer.like(self)
    let unit = Float(1 / (sampleStep * maxSample))
    let oldSamples = try copy.samples(.video).mapped(
      by: ColorFormula.linear, SIMD4(unit, 0, 0, 0), SIMD4(0, unit, 0, 0), SIMD4(0, 0, unit, 0))
    let all = Node.combined([newSamples, oldSamples], by: SourceOverCompositing.formula, extent: .union).clamped(
      to: rect)
    return (all, { () throws(RenderError) in try copy.copyBytes(of: self) })
  }

  /// Returns whether a chroma sample belongs to pixels inside and outside of the region.
  private func cutsGroups(_ region: UserRect) -> Bool {
    let subsampling = layout.chromaSubsampling
    func cuts(_ edge: Double, _ size: Int, _ subsampling: Int) -> Bool {
      edge != Double(size) && Int(edge) % subsampling != 0
    }
    return cuts(region.min.x, width, subsampling.columns) || cuts(region.max.x, width, subsampling.columns)
      || cuts(Double(height) - region.max.y, height, subsampling.rows)
      || cuts(Double(height) - region.min.y, height, subsampling.rows)
  }

  private func rounded(_ values: Node, _ component: Component) -> Node {
    guard case .sixteenBits(let depth, let shift) = component.format else { return values }
    return values.mapped(
      by: PlaneFormulas.quantize, Float((1 << depth) - 1), Float(Double(1 << shift) / 65535))
  }
}
