import CVulkan
import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing
import VulkanApp

/// An app with its own Vulkan rendering, which shares its device with contexts.
final class SharedApp {
  let app: UnsafeMutablePointer<VulkanApp>
  /// The functions that destroy the created objects at the end.
  private var destroy: [() -> Void] = []
  private(set) var lastValue: UInt64 = 0

  /// Calls `body` with an app, and destroys it. Fails if objects of its device leak, or if the validation layer, if
  /// installed, reports messages.
  ///
  /// - Parameter loader: the loader of Vulkan's functions; nil: that of libvulkan.
  static func run(
    loader: PFN_vkGetInstanceProcAddr? = nil, hasTimeline: Bool = true, _ body: (SharedApp) throws -> Void
  ) throws {
    var table = CVKFunctions()
    cvk_load(&table, loader)
    let found = loader ?? table.vkGetInstanceProcAddr
    let app = try #require(
      app_start(found, true, hasTimeline) ?? app_start(found, false, hasTimeline), "there is no Vulkan device")
    defer { app_free(app) }
    do {
      let shared = SharedApp(app)
      // Contexts are released with `body`, before the device is.
      defer { shared.end() }
      try body(shared)
    }
    let message = withUnsafeBytes(of: app.pointee.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #expect(message == "")
  }

  private init(_ app: UnsafeMutablePointer<VulkanApp>) { self.app = app }

  private func end() {
    for each in destroy.reversed() { each() }
    destroy = []
    app_end(app)
  }

  /// Returns the device for contexts.
  func device(
    loader: PFN_vkGetInstanceProcAddr? = nil, family: UInt32? = nil, apiVersion: UInt32 = 1 << 22 | 2 << 12,
    features: CIVulkanFeatures? = nil
  ) throws -> CIVulkanDevice {
    let app = app.pointee
    return try CIVulkanDevice(
      instance: app.instance, physicalDevice: app.physicalDevice, device: app.device, queue: app.queue,
      queueFamilyIndex: family ?? app.family, apiVersion: apiVersion, enabledExtensions: [],
      enabledFeatures: features ?? CIVulkanFeatures(app.features, app.newer), getInstanceProcAddr: loader)
  }

  func image(_ format: VkFormat, _ width: Int, _ height: Int) throws -> VulkanAppImage {
    var image = VulkanAppImage()
    try #require(app_make_image(app, format, UInt32(width), UInt32(height), &image))
    destroy.append { [app] in app_destroy_image(app, image) }
    return image
  }

  func buffer(_ byteCount: Int) throws -> VulkanAppBuffer {
    var buffer = VulkanAppBuffer()
    try #require(app_make_buffer(app, UInt64(byteCount), &buffer))
    destroy.append { [app] in app_destroy_buffer(app, buffer) }
    return buffer
  }

  func pipeline(_ glsl: String, _ image: VulkanAppImage, _ buffer: VulkanAppBuffer) throws -> VulkanAppPipeline {
    let words = try #require(Glslang.compile(glsl).words)
    var pipeline = VulkanAppPipeline()
    try #require(app_make_pipeline(app, words, words.count, image, buffer, &pipeline))
    destroy.append { [app] in app_destroy_pipeline(app, pipeline) }
    return pipeline
  }

  /// Submits commands after the previous ones, without waiting for them.
  ///
  /// - Returns: the value of the app's timeline semaphore when they have finished.
  @discardableResult
  func submit(_ commands: VkCommandBuffer, after waited: UInt64 = 0) throws -> UInt64 {
    lastValue += 1
    try #require(app_submit(app, commands, waited, lastValue) == VK_SUCCESS)
    return lastValue
  }

  /// Returns a value of the app's timeline that the caller signals.
  func nextValue() -> UInt64 {
    lastValue += 1
    return lastValue
  }

  func wait() throws { try #require(app_wait(app, lastValue) == VK_SUCCESS) }

  /// Records and submits commands, and waits for them.
  func running(_ body: (VkCommandBuffer) throws -> Void) throws {
    let commands = try #require(app_begin(app))
    try body(commands)
    try submit(commands)
    try wait()
  }

  /// Returns an image with these bytes, in the general layout.
  func image(_ format: VkFormat, _ width: Int, _ height: Int, holding bytes: [UInt8]) throws -> VulkanAppImage {
    let (image, staging) = (try image(format, width, height), try buffer(bytes.count))
    staging.contents.copyMemory(from: bytes, byteCount: bytes.count)
    try running { commands in
      app_layout(app, commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      app_write(app, commands, staging, image.image, VK_IMAGE_LAYOUT_GENERAL, UInt32(width), UInt32(height))
    }
    return image
  }

  /// Returns the bytes of an image in the general layout.
  func bytes(of image: VulkanAppImage, _ width: Int, _ height: Int, bytesPerPixel: Int = 4) throws -> [UInt8] {
    let target = try buffer(width * height * bytesPerPixel)
    try running { commands in
      app_layout(app, commands, image.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL)
      app_read(app, commands, image.image, VK_IMAGE_LAYOUT_GENERAL, UInt32(width), UInt32(height), target)
      app_host_barrier(app, commands)
    }
    return [UInt8](UnsafeRawBufferPointer(start: target.contents, count: width * height * bytesPerPixel))
  }
}

extension CIVulkanImage {
  /// Creates an image in the general layout.
  init(_ device: CIVulkanDevice, _ image: VulkanAppImage, _ format: VkFormat, _ width: Int, _ height: Int) {
    self.init(
      device: device, image: image.image, format: format, width: width, height: height,
      layout: VK_IMAGE_LAYOUT_GENERAL)
  }
}

/// The app's shaders: one draws an image, one uses the rendered image.
enum AppShaders {
  /// Opaque colours that depend on the position, in multiples of 1/255.
  static let draw = """
    #version 450
    layout(local_size_x = 8, local_size_y = 8) in;
    layout(binding = 0, rgba8) uniform writeonly image2D image;
    void main() {
        ivec2 at = ivec2(gl_GlobalInvocationID.xy);
        if (any(greaterThanEqual(at, imageSize(image)))) return;
        uvec3 color = uvec3((at.x * 5 + at.y * 3) & 255, (at.x ^ (at.y * 7)) & 255, (at.x * at.y) & 255);
        imageStore(image, at, vec4(vec3(color) / 255.0, 1));
    }
    """

  /// Returns the bytes of the drawn image.
  static func drawn(_ width: Int, _ height: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let colors: [Int] = [x * 5 + y * 3, x ^ (y * 7), x * y]
        bytes += colors.map { UInt8($0 & 255) } + [255]
      }
    }
    return bytes
  }

  /// Writes the image to the buffer, with inverted colours.
  static let invert = """
    #version 450
    layout(local_size_x = 8, local_size_y = 8) in;
    layout(binding = 0, rgba8) uniform readonly image2D image;
    layout(binding = 1) buffer Words { uint words[]; };
    void main() {
        ivec2 at = ivec2(gl_GlobalInvocationID.xy);
        ivec2 size = imageSize(image);
        if (any(greaterThanEqual(at, size))) return;
        uvec4 color = uvec4(imageLoad(image, at) * 255.0 + 0.5);
        words[at.y * size.x + at.x] = (255 - color.r) | (255 - color.g) << 8 | (255 - color.b) << 16 | color.a << 24;
    }
    """
}

extension CIImage {
  /// Creates an image in host memory, opaque sRGB.
  convenience init(_ bytes: [UInt8], _ width: Int, _ height: Int) {
    self.init(
      bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  }

  /// A recipe of several dispatches: a blur along two axes, and colours.
  var shaped: CIImage {
    applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.7])
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 6]).cropped(to: extent)
  }

  /// Returns all of the image as sRGB, top row first, rendered by a context that shares no device.
  func offline(_ context: CIContext = .offline) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(extent.width * extent.height) * 4)
    try context.render(
      checked: self, toBitmap: &bytes, rowBytes: Int(extent.width) * 4, bounds: extent, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    return bytes
  }
}

extension CIContext {
  static let offline = CIContext(options: [.backend: "vulkan"])
}

/// Returns the largest difference of bytes at the same index; 255 if the counts differ.
func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : 255
}

let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!
