import CoreVideo
import ImageColor
import ImageFilters
import ImageGraph
import ImagePrograms
import PixelFormats

/// What is rendered for one plane of a pixel buffer: a recipe in the plane's own pixels, y up.
struct PlaneOutput {
  let plane: Int
  let root: Node
  let region: UserRect
  let format: PixelFormat
  /// What the numbers mean; nil where the recipe makes them as they are stored.
  let space: ColorSpace?
  let alpha: AlphaState
  let rows: Int
  /// How rows are copied where the plane has them in another form.
  var copied: CopiedPixels?
  /// Copies what the recipe reads of the buffer itself, before any of its planes is written; called while it is locked.
  var begin: (@Sendable () throws(RenderError) -> Void)?
}

extension CVBuffer {
  /// The renders that write pixels of a recipe into the buffer's planes.
  ///
  /// - Parameters:
  ///   - region: whole pixels of the buffer, y up. Chroma that belongs to pixels outside as well keeps their share.
  ///   - space: what R'G'B' shall mean; nil: as the working space has it.
  ///   - together: the renders are made together, so that what all planes are made of is a step of its own.
  /// - Throws: `unsupported` for formats that can be kept and copied, and no more.
  func outputs(
    of node: Node, _ region: UserRect, space: ColorSpace?, alpha: AlphaState, quality: ChromaQuality,
    together: Bool
  ) throws(RenderError) -> [PlaneOutput] {
    if layout.isYCbCr {
      return try planeOutputs(of: node, region, space, quality, together: together && layout.isPlanar)
    }
    let copied = CopiedPixels(layout)
    guard let format = pixelFormat ?? copied?.format else {
      throw .unsupported(
        "pixels of the format \(formatName) cannot be rendered; docs/pixel-buffers.md lists those that can be")
    }
    return [
      PlaneOutput(
        plane: 0, root: node, region: region, format: format, space: space, alpha: alpha, rows: height, copied: copied)
    ]
  }

  private func planeOutputs(
    of node: Node, _ region: UserRect, _ space: ColorSpace?, _ quality: ChromaQuality, together: Bool
  ) throws(RenderError) -> [PlaneOutput] {
    let codes = codes(of: node, region, space)
    let made = together ? Node(.intermediate(cache: false, format: nil), [codes]) : codes
    let (values, begin) = try around(made, region)
    let placement = ChromaSiting(quality, chromaSite, layout, height: height)
    let chroma = placement.down(
      values.mapped(by: ColorFormula.linear, SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4<Float>.zero))
    if !layout.isPlanar {
      var output = try pairs(values, chroma, region)
      output.begin = begin
      return [output]
    }
    return layout.planes.indices.map { plane in
      let component = layout.components.first { $0.plane == plane }!
      let view = PlaneView.of(component)!.view
      // Of luma no pixel stands for others: nothing is read beyond the edges, so it is read by rows.
      var root = component.meaning == .luma ? made : chroma
      if together, component.meaning == .luma {
        // Something has to be made of what all planes are made of, or it would be the plane itself.
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

  /// The codes of all pixels of the region.
  private func codes(of node: Node, _ region: UserRect, _ space: ColorSpace?) -> Node {
    let coded = space.map { Node(.matched($0, .fromWorking), [node]) } ?? node
    // There is no alpha: what is rendered lies on black.
    return codes(of: Node.combined([coded], by: ColorConversions.opaque, extent: .stated(.finite(region))))
  }

  /// One render whose pixels are the codes that all planes are made of, and how the planes are stored.
  ///
  /// - Returns: nil where chroma is made of other rows than its own, or some of its pixels lie outside of the region.
  func output(
    ofAllPlanes node: Node, _ region: UserRect, space: ColorSpace?, quality: ChromaQuality
  ) -> (output: PlaneOutput, store: PlaneStore)? {
    guard layout.isYCbCr, layout.isPlanar, !cutsGroups(region), let luma = layout.component(.luma),
      let across = ChromaSiting(quality, chromaSite, layout, height: height).across
    else { return nil }
    let (depth, shift): (Int, Int)
    switch luma.number {
    case .eightBits: (depth, shift) = (8, 0)
    case .sixteenBits(let bits, let place): (depth, shift) = (bits, place)
    case .half, .float, .bits: return nil
    }
    let shrink = layout.chromaShrink
    let store = PlaneStore(
      columns: shrink.columns, rows: shrink.rows, isPaired: layout.planes.count == 2, depth: depth, shift: shift,
      across: across)
    return (output(codes(of: node, region, space), luma.plane, store.format, region), store)
  }

  /// A plane's output, whose region is all of its numbers that stand for a pixel of `region`.
  private func output(_ root: Node, _ plane: Int, _ format: PixelFormat, _ region: UserRect) -> PlaneOutput {
    let shape = layout.planes[plane]
    let rows = shape.rows(ofHeight: height)
    let (left, right) = (
      (region.min.x / Double(shape.columns)).rounded(.down), (region.max.x / Double(shape.columns)).rounded(.up)
    )
    // From the top, as groups of rows are.
    let top = ((Double(height) - region.max.y) / Double(shape.rows)).rounded(.down)
    let bottom = ((Double(height) - region.min.y) / Double(shape.rows)).rounded(.up)
    return PlaneOutput(
      plane: plane, root: root,
      region: UserRect([left, Double(rows) - bottom], [right, Double(rows) - top]), format: format, space: nil,
      alpha: format.isOpaque ? .opaque : .premultiplied, rows: rows)
  }

  /// Two pixels in four bytes.
  private func pairs(_ values: Node, _ chroma: Node, _ region: UserRect) throws(RenderError) -> PlaneOutput {
    func luma(_ index: Double) -> Node {
      values.transformed(by: AffineMap.translation(0.5 - index, 0).followed(by: .scale(0.5, 1)), reading: .nearest)!
    }
    let lumaFirst: Int32 = layout.component(.luma)?.offset == 0 ? 1 : 0
    let root = Node.combined(
      [luma(0), luma(1), chroma], by: PlaneFormulas.pair, lumaFirst, extent: .stated(.infinite))
    return output(root, 0, .rgba8, region)
  }

  /// The largest code of luma, which is 1 in the recipe.
  private var greatest: Double { Double(layout.component(.luma)?.number.greatestCode ?? 255) }

  /// Y', Cb and Cr.
  private func codes(of colors: Node) -> Node {
    let (map, greatest) = (codeMap, greatest)
    func row(_ row: SIMD3<Double>, _ black: Double) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4(row / greatest, black / greatest))
    }
    return colors.mapped(
      by: ColorFormula.linear, row(map.inverseMatrix.row0, map.black.x), row(map.inverseMatrix.row1, map.black.y),
      row(map.inverseMatrix.row2, map.black.z))
  }

  /// Y', Cb and Cr as far as chroma needs them around the region: there what the buffer holds where a number of chroma
  /// stands for such pixels as well, else the region's edge repeated.
  ///
  /// - Returns: what takes a copy of what the buffer holds, too, where that is read: planes and tiles are written one
  ///   after another, and none may look at what another one wrote.
  private func around(
    _ made: Node, _ region: UserRect
  ) throws(RenderError) -> (node: Node, begin: (@Sendable () throws(RenderError) -> Void)?) {
    guard cutsGroups(region) else { return (made.clamped(to: region), nil) }
    let copy = try CVPixelBuffer.like(self)
    let unit = Float(1 / (codeUnit * greatest))
    let old = try copy.codes(.video).mapped(
      by: ColorFormula.linear, SIMD4(unit, 0, 0, 0), SIMD4(0, unit, 0, 0), SIMD4(0, 0, unit, 0))
    let all = Node.combined([made, old], by: SourceOverCompositing.formula, extent: .union).clamped(to: rect)
    return (all, { () throws(RenderError) in try copy.takeBytes(of: self) })
  }

  /// True where a number of chroma stands for pixels inside and outside of the region.
  private func cutsGroups(_ region: UserRect) -> Bool {
    let shrink = layout.chromaShrink
    func cuts(_ edge: Double, _ size: Int, _ shrink: Int) -> Bool {
      edge != Double(size) && Int(edge) % shrink != 0
    }
    return cuts(region.min.x, width, shrink.columns) || cuts(region.max.x, width, shrink.columns)
      || cuts(Double(height) - region.max.y, height, shrink.rows)
      || cuts(Double(height) - region.min.y, height, shrink.rows)
  }

  private func rounded(_ values: Node, _ component: Component) -> Node {
    guard case .sixteenBits(let depth, let shift) = component.number else { return values }
    return values.mapped(
      by: PlaneFormulas.codes, Float((1 << depth) - 1), Float(Double(1 << shift) / 65535))
  }
}
