import CCodecs
import ImageColor

/// Returns the ICC profile of a colour space: the one that it was read from, else a new one of primaries and transfer
/// function.
///
/// - Parameter isGrey: for an image of one component, which only needs the transfer function.
/// - Returns: equal bytes for equal spaces. For PQ and HLG, the profile's 1.0 is the peak.
package func iccProfile(of space: ColorSpace, isGrey: Bool = false) throws(CodecError) -> [UInt8] {
  if let stored = space.iccData, isGrey == (space.model == .grey) { return stored }
  guard space.transfer != .table else {
    throw .unsupported(
      "\(space.name) is defined by a table, which has no profile for \(isGrey ? "grey" : "RGB") images")
  }
  var request = cc_icc_request()
  request.is_grey = isGrey ? 1 : 0
  let primaries = space.primaries ?? .bt709
  (request.white_x, request.white_y) = (primaries.white.x, primaries.white.y)
  (request.red_x, request.red_y) = (primaries.red.x, primaries.red.y)
  (request.green_x, request.green_y) = (primaries.green.x, primaries.green.y)
  (request.blue_x, request.blue_y) = (primaries.blue.x, primaries.blue.y)
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
  let created = space.name.withCString { name in
    (curve ?? []).withUnsafeBufferPointer { curve in
      samples.withUnsafeBufferPointer { samples in
        colorants.withUnsafeBufferPointer { colorants in
          request.description = name
          request.parameters = curve.isEmpty ? nil : curve.baseAddress
          request.samples = samples.isEmpty ? nil : samples.baseAddress
          request.colorants = colorants.isEmpty ? nil : colorants.baseAddress
          return cc_icc_create(&request, &byteCount, &failure)
        }
      }
    }
  }
  guard let created else { throw CodecError(failure, "ICC profile of \(space.name)") }
  defer { release(created) }
  return [UInt8](UnsafeRawBufferPointer(start: created, count: byteCount))
}

private func sampled(_ transfer: TransferFunction) -> [Float] {
  let peak = transfer.linear(1)
  return (0...4095).map { Float(transfer.linear(Double($0) / 4095) / peak) }
}
