import Foundation
import ImageGraph
import ImagePrograms
import Synchronization
import TestFiles

/// Handwritten kernels that follow the binding interface, so that these tests do not depend on a stitcher.
enum Kernels {
  static let stitch: @Sendable (Program) throws(RenderError) -> [UInt32] = { (program) throws(RenderError) in
    guard case .call(let function, _)? = program.blocks.first?.instructions.first, let body = bodies[function.name]
    else {
      throw .invalidArgument("no such kernel")
    }
    return try compiled(header(program) + body)
  }

  /// The command line tool of the reference compiler, which only tests use. A test bundle has it next to the
  /// executable.
  private static let compiler: URL? = {
    let bundled = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "glslangValidator")
    return [URL(fileURLWithPath: "/usr/bin/glslangValidator"), bundled].compactMap { $0 }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  static let isAvailable = compiler != nil

  private static let modules = Mutex<[String: [UInt32]]>([:])

  private static func compiled(_ source: String) throws(RenderError) -> [UInt32] {
    if let words = modules.withLock({ $0[source] }) { return words }
    do {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kernel-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(source.utf8).write(to: folder.appendingPathComponent("kernel.comp"))
      let finished = try FinishedProgram(
        compiler?.path ?? "glslangValidator",
        ["-V", "--target-env", "vulkan1.2", "-o", "kernel.spv", "kernel.comp"], in: folder)
      guard finished.status == 0 else { throw FinishedProgram.Failure(finished.text + finished.errors) }
      let data = try Data(contentsOf: folder.appendingPathComponent("kernel.spv"))
      let words = data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      modules.withLock { $0[source] = words }
      return words
    } catch {
      throw .invalidArgument("kernel does not compile: \(error)")
    }
  }

  private static func header(_ program: Program) -> String {
    var lines = [
      "#version 450",
      "layout(local_size_x = 64) in;",
      "layout(binding = 0) uniform Arguments { vec4 live[\(program.slotCount)]; };",
      "layout(push_constant) uniform Part { ivec4 part; ivec4 pitch; };",
    ]
    switch program.store {
    case .rgba8, .bgra8:
      lines.append(
        program.pixelsPerInvocation == 4
          ? "layout(binding = 1) writeonly buffer Output { uvec4 target[]; };"
          : "layout(binding = 1) writeonly buffer Output { uint target[]; };")
    case .rgba16, .rgbaHalf: lines.append("layout(binding = 1) writeonly buffer Output { uvec2 target[]; };")
    case .rgbaFloat: lines.append("layout(binding = 1) writeonly buffer Output { vec4 target[]; };")
    default: lines.append("layout(binding = 1) buffer Output { uint target[]; };")
    }
    for (index, form) in program.inputs.enumerated() {
      let kind = form == .texel ? "textureBuffer" : "utextureBuffer"
      lines.append("layout(binding = \(2 + index)) uniform \(kind) input\(index);")
    }
    lines.append(
      """
      int rowPitch(vec4 geometry) { return (int(geometry.z) + 3) / 4 * 4; }
      vec2 center(ivec2 pixel) { return vec2(live[0].x + pixel.x + 0.5, live[0].y - pixel.y - 0.5); }
      vec4 fetched(textureBuffer image, vec2 at, vec4 geometry) {
        ivec2 texel = ivec2(floor(at.x - geometry.x), floor(geometry.y - at.y));
        if (any(lessThan(texel, ivec2(0))) || any(greaterThanEqual(texel, ivec2(geometry.zw)))) return vec4(0);
        return texelFetch(image, texel.y * rowPitch(geometry) + texel.x);
      }

      """)
    switch program.store {
    case .rgba8:
      lines.append(
        "void store(int i, vec4 c) { \(program.pixelsPerInvocation == 1 ? "target[i] = packUnorm4x8(c);" : "") }")
    case .bgra8: lines.append("void store(int i, vec4 c) { target[i] = packUnorm4x8(c.bgra); }")
    case .rgba16:
      lines.append("void store(int i, vec4 c) { target[i] = uvec2(packUnorm2x16(c.rg), packUnorm2x16(c.ba)); }")
    case .rgbaHalf:
      lines.append("void store(int i, vec4 c) { target[i] = uvec2(packHalf2x16(c.rg), packHalf2x16(c.ba)); }")
    case .rgbaFloat: lines.append("void store(int i, vec4 c) { target[i] = c; }")
    default: break
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let mainStart = """
    void main() {
      ivec2 pixel = part.xy + ivec2(gl_GlobalInvocationID.xy);
      if (gl_GlobalInvocationID.x >= uint(part.z)) return;

    """

  private static let bodies: [String: String] = [
    // Input 0, unchanged. Slot 1: its geometry.
    "copy": mainStart + "store(pixel.y * pitch.x + pixel.x, fetched(input0, center(pixel), live[1])); }",
    // Input 0 times slot 2.
    "scale": mainStart + "store(pixel.y * pitch.x + pixel.x, fetched(input0, center(pixel), live[1]) * live[2]); }",
    // The sum of inputs 0 and 1. Slots 1 and 2: their geometries.
    "add": mainStart
      + """
      store(pixel.y * pitch.x + pixel.x,
        fetched(input0, center(pixel), live[1]) + fetched(input1, center(pixel), live[2])); }
      """,
    // The mean of the pixels left and right: depends on neighbours, so a missing barrier shows.
    "smear": mainStart
      + """
      vec4 right = fetched(input0, center(pixel) + vec2(1, 0), live[1]);
      vec4 left = fetched(input0, center(pixel) - vec2(1, 0), live[1]);
      store(pixel.y * pitch.x + pixel.x, (right + left) / 2); }
      """,
    // x and y of the pixel's centre, and slot 1's x and y.
    "coordinates": mainStart + "store(pixel.y * pitch.x + pixel.x, vec4(center(pixel), live[1].xy)); }",
    // Four pixels at once, 8 bits in and out. Slot 1: geometry of the input.
    "copy4": """
    void main() {
      ivec2 pixel = part.xy + ivec2(gl_GlobalInvocationID.xy) * ivec2(4, 1);
      if (gl_GlobalInvocationID.x * 4 >= uint(part.z)) return;
      ivec2 from = ivec2(live[0].x - live[1].x, live[1].y - live[0].y) + pixel;
      uvec4 four = texelFetch(input0, (from.y * rowPitch(live[1]) + from.x) / 4);
      target[(pixel.y * pitch.x + pixel.x) / 4] = four;
    }
    """,
    // Slot 1: geometry of the input; slot 2: bins.
    "histogram": mainStart
      + """
      vec4 color = fetched(input0, center(pixel), live[1]);
      int bins = floatBitsToInt(live[2].x);
      for (int c = 0; c < 4; ++c) atomicAdd(target[4 * clamp(int(floor(color[c] * bins)), 0, bins - 1) + c], 1u); }
      """,
  ]
}

/// Returns an image with deterministic noise.
func noise(_ width: Int, _ height: Int, _ format: PixelFormat = .rgba8, seed: UInt64 = 1) throws -> PixelBuffer {
  let pixels = try PixelBuffer(width: width, height: height, format: format)
  var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  for offset in 0..<pixels.byteCount {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    pixels.bytes.storeBytes(of: UInt8(truncatingIfNeeded: state >> 24), toByteOffset: offset, as: UInt8.self)
  }
  return pixels
}

extension Source {
  convenience init(_ pixels: PixelBuffer) {
    self.init(pixels, colorSpace: nil, alpha: .premultiplied, label: "test")
  }
}
