import CCodecs
import ImageColor

/// The ICC profile of a colour space: the one it was read from, else a new one of lights and curve.
///
/// - Parameter isGrey: for an image of one component: only the curve counts.
/// - Returns: equal bytes for equal spaces. Light above the profile's 1.0 is its peak for PQ and HLG.
package func iccProfile(of space: ColorSpace, isGrey: Bool = false) throws(CodecError) -> [UInt8] {
  if let stored = space.iccData, isGrey == (space.model == .grey) { return stored }
  guard space.transfer != .table else {
    throw .unsupported("\(space.name) is known by its table only and has none for \(isGrey ? "grey" : "RGB") images")
  }
  var request = cc_icc_request()
  request.is_grey = isGrey ? 1 : 0
  let lights = space.primaries ?? .bt709
  (request.white_x, request.white_y) = (lights.white.x, lights.white.y)
  (request.red_x, request.red_y) = (lights.red.x, lights.red.y)
  (request.green_x, request.green_y) = (lights.green.x, lights.green.y)
  (request.blue_x, request.blue_y) = (lights.blue.x, lights.blue.y)
  if !isGrey, let points = space.codePoints {
    request.has_cicp = 1
    (request.cicp_primaries, request.cicp_transfer) = (points.primaries, points.transfer)
    (request.cicp_matrix, request.cicp_full_range) = (points.matrix, points.isFullRange ? 1 : 0)
  }

  let curve = space.transfer.parametricForm.map { [$0.g, $0.a, $0.b, $0.c, $0.d, $0.e, $0.f] }
  let samples = curve == nil ? sampled(space.transfer) : []
  request.sample_count = UInt32(samples.count)
  let colorants = space.primaries == nil ? space.matrixToXYZ.rowMajor : []

  var failure = cc_failure()
  var byteCount = 0
  let made = space.name.withCString { name in
    (curve ?? []).withUnsafeBufferPointer { curve in
      samples.withUnsafeBufferPointer { samples in
        colorants.withUnsafeBufferPointer { colorants in
          request.description = name
          request.parameters = curve.isEmpty ? nil : curve.baseAddress
          request.samples = samples.isEmpty ? nil : samples.baseAddress
          request.colorants = colorants.isEmpty ? nil : colorants.baseAddress
          return cc_icc_make(&request, &byteCount, &failure)
        }
      }
    }
  }
  guard let made else { throw CodecError(failure, "ICC profile of \(space.name)") }
  defer { release(made) }
  return [UInt8](UnsafeRawBufferPointer(start: made, count: byteCount))
}

private func sampled(_ transfer: TransferFunction) -> [Float] {
  let peak = transfer.linear(1)
  return (0...4095).map { Float(transfer.linear(Double($0) / 4095) / peak) }
}
