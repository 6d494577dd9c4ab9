import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// The images of an app that the kernels of a run read and write in place, without copies: see `CostRules.usesImages`.
///
/// An image that is both read and written is copied, because kernels could read pixels that others have written. Also
/// copied are images with a deferred location, images of another queue family, and the output of a run with work on the
/// host.
struct KernelImages: Sendable {
  /// The position of a schedule's image in an app's image: the column and row of its first pixel.
  struct Position: Sendable {
    let image: DeviceImage
    let x: Int
    let y: Int
  }

  /// The images of a schedule that kernels read in place.
  private(set) var read: [Schedule.ImageID: Position] = [:]
  /// The image to which kernels write the output; nil: the output is copied from a buffer, or read by the host.
  private(set) var written: Position?

  init(
    of schedule: Schedule, _ residents: [Schedule.ImageID: ResidentImage], to target: RunTarget?,
    on context: VulkanContext
  ) {
    guard context.rules.usesImages else { return }
    let family = UInt32(context.device.physical.facts.queueFamily)
    for (id, resident) in residents {
      guard let image = resident.image, image.isUsable(by: family), image.isReadableByKernels,
        case .source(let source) = schedule.images[id].kind
      else { continue }
      let (rows, columns) = schedule.images[id].rowsAndColumns(in: source)
      read[id] = Position(image: image, x: columns.lowerBound, y: rows.lowerBound)
    }
    guard case .immediate(let destination)? = target, case .image(let image, let x, let y) = destination.location,
      image.isUsable(by: family), let pixels = schedule.formatOfKernels, image.isWritable(as: pixels),
      !read.values.contains(where: { $0.image.isSame(as: image) })
    else { return }
    written = Position(image: image, x: x, y: y)
  }

  var isEmpty: Bool { read.isEmpty && written == nil }

  /// Returns the schedule with these images instead of buffers. A kernel's other arguments are followed by the
  /// positions.
  func applied(to schedule: Schedule) -> Schedule {
    Schedule(
      images: schedule.images, dispatches: schedule.dispatches.map { applied(to: $0, output: schedule.output) },
      outputs: schedule.outputs)
  }

  private func applied(to dispatch: Schedule.Dispatch, output: Schedule.ImageID) -> Schedule.Dispatch {
    var (program, arguments) = (dispatch.program, dispatch.arguments)
    func add(_ position: Position) -> Int {
      let unused = Argument.float4(.zero)
      arguments += Array(repeating: unused, count: program.slotCount - arguments.count)
      arguments.append(.float2([Float(position.x), Float(position.y)]))
      program.slotCount += 1
      return program.slotCount - 1
    }
    for (index, id) in dispatch.inputs.enumerated() where program.inputs[index] == .texel {
      if let position = read[id] { program.inputs[index] = .image(originSlot: add(position)) }
    }
    if let written, dispatch.output == output, case .pixels(let format) = program.store {
      program.store = .image(format, originSlot: add(written))
    }
    return Schedule.Dispatch(
      program: program, arguments: arguments, inputs: dispatch.inputs, output: dispatch.output, region: dispatch.region)
  }

  /// Records the barriers that transition the images for kernels, after the app's commands.
  func acquire(on frame: Frame) {
    for image in readImages { frame.acquire(image, for: .kernelsToRead) }
    if let written { frame.acquire(written.image, for: .kernelsToWrite) }
  }

  /// Records the barriers that return the images to the app.
  func release(on frame: Frame) {
    for image in readImages { frame.release(image, after: .kernelsToRead) }
    if let written { frame.release(written.image, after: .kernelsToWrite) }
  }

  /// The Vulkan images that are read, without duplicates.
  private var readImages: [DeviceImage] {
    var images: [DeviceImage] = []
    for position in read.values where !images.contains(where: { $0.isSame(as: position.image) }) {
      images.append(position.image)
    }
    return images
  }
}

extension Program {
  var usesImages: Bool {
    if case .image = store { return true }
    return inputs.contains { if case .image = $0 { true } else { false } }
  }
}

extension DeviceImage {
  /// Returns whether the queue family can use the image without an ownership transfer.
  fileprivate func isUsable(by family: UInt32) -> Bool { queueFamily.map { $0 == family } ?? true }

  /// Whether kernels can read the image. Formats with an sRGB conversion are excluded, because the recipe decodes the
  /// samples.
  fileprivate var isReadableByKernels: Bool {
    usage & VK_IMAGE_USAGE_SAMPLED_BIT.rawValue != 0 && format != VK_FORMAT_R8G8B8A8_SRGB
      && format != VK_FORMAT_B8G8R8A8_SRGB
  }

  /// Returns whether kernels can write the image: they are compiled for a format.
  fileprivate func isWritable(as pixels: PixelFormat) -> Bool {
    usage & VK_IMAGE_USAGE_STORAGE_BIT.rawValue != 0 && pixels.isStorageImage
      && format == pixels.texelView
  }

  fileprivate func isSame(as other: DeviceImage) -> Bool {
    handle == other.handle && mipLevel == other.mipLevel && arrayLayer == other.arrayLayer
  }
}

extension Schedule {
  /// The format of an output that kernels can write to an image; nil if dispatches read the output again, or if the run
  /// needs several submissions.
  fileprivate var formatOfKernels: PixelFormat? {
    guard outputs.count == 1, case .output = images[output].kind, case .pixels(let format)? = images[output].store
    else { return nil }
    let isWritable = dispatches.allSatisfy { dispatch in
      if case .histogram = dispatch.program.store { return false }
      return !dispatch.inputs.contains(output)
    }
    return isWritable ? format : nil
  }
}
