import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// Images of an app that the kernels of a run read and write where they are, so that nothing is copied from or to them:
/// see `CostRules.usesImages`.
///
/// An image that is both read and written is copied, as kernels would read what others have written. So is one whose
/// place is told late, one of another queue family, and the output of a run that the host has a part in.
struct KernelImages: Sendable {
  /// An image, and its column and row of an image's first pixel.
  struct Place: Sendable {
    let image: DeviceImage
    let x: Int
    let y: Int
  }

  /// The images of a schedule that are read in images.
  private(set) var read: [Schedule.ImageID: Place] = [:]
  /// Where the output is written; nil: it is copied from a buffer, or goes to the host.
  private(set) var written: Place?

  init(
    of schedule: Schedule, _ residents: [Schedule.ImageID: ResidentImage], to target: RunTarget?,
    on context: VulkanContext
  ) {
    guard context.rules.usesImages else { return }
    let family = UInt32(context.device.physical.facts.queueFamily)
    for (id, resident) in residents {
      guard let image = resident.image, image.isOf(family), image.isReadByKernels,
        case .source(let source) = schedule.images[id].kind
      else { continue }
      let (rows, columns) = schedule.images[id].place(in: source)
      read[id] = Place(image: image, x: columns.lowerBound, y: rows.lowerBound)
    }
    guard case .known(let destination)? = target, case .image(let image, let x, let y) = destination.place,
      image.isOf(family), let pixels = schedule.formatOfKernels, image.isWritten(as: pixels),
      !read.values.contains(where: { $0.image.isSame(as: image) })
    else { return }
    written = Place(image: image, x: x, y: y)
  }

  var isEmpty: Bool { read.isEmpty && written == nil }

  /// The schedule with these images in the place of buffers: a kernel has the places behind its other arguments.
  func applied(to schedule: Schedule) -> Schedule {
    Schedule(
      images: schedule.images, dispatches: schedule.dispatches.map { applied(to: $0, output: schedule.output) },
      outputs: schedule.outputs)
  }

  private func applied(to dispatch: Schedule.Dispatch, output: Schedule.ImageID) -> Schedule.Dispatch {
    var (program, arguments) = (dispatch.program, dispatch.arguments)
    func add(_ place: Place) -> Int {
      let none = Argument.float4(.zero)
      arguments += Array(repeating: none, count: program.slotCount - arguments.count)
      arguments.append(.float2([Float(place.x), Float(place.y)]))
      program.slotCount += 1
      return program.slotCount - 1
    }
    for (index, id) in dispatch.inputs.enumerated() where program.inputs[index] == .texel {
      if let place = read[id] { program.inputs[index] = .image(place: add(place)) }
    }
    if let written, dispatch.output == output, case .pixels(let format) = program.store {
      program.store = .image(format, place: add(written))
    }
    return Schedule.Dispatch(
      program: program, arguments: arguments, inputs: dispatch.inputs, output: dispatch.output, region: dispatch.region)
  }

  /// Has the images laid out for kernels, behind what the app did with them.
  func take(on frame: Frame) {
    for image in readImages { frame.take(image, for: .kernelsToRead) }
    if let written { frame.take(written.image, for: .kernelsToWrite) }
  }

  /// Hands them back to the app.
  func giveBack(on frame: Frame) {
    for image in readImages { frame.giveBack(image, after: .kernelsToRead) }
    if let written { frame.giveBack(written.image, after: .kernelsToWrite) }
  }

  /// Each once, however many images are read in it.
  private var readImages: [DeviceImage] {
    var images: [DeviceImage] = []
    for place in read.values where !images.contains(where: { $0.isSame(as: place.image) }) {
      images.append(place.image)
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
  /// True where the queue's family uses the image without a transfer.
  fileprivate func isOf(_ family: UInt32) -> Bool { queueFamily.map { $0 == family } ?? true }

  /// Numbers have to be read as they lie: what curve they have says the recipe.
  fileprivate var isReadByKernels: Bool {
    usage & VK_IMAGE_USAGE_SAMPLED_BIT.rawValue != 0 && format != VK_FORMAT_R8G8B8A8_SRGB
      && format != VK_FORMAT_B8G8R8A8_SRGB
  }

  /// Kernels know the formats that they write.
  fileprivate func isWritten(as pixels: PixelFormat) -> Bool {
    usage & VK_IMAGE_USAGE_STORAGE_BIT.rawValue != 0 && pixels.isStorageImage
      && format == pixels.texelView
  }

  fileprivate func isSame(as other: DeviceImage) -> Bool {
    handle == other.handle && mipLevel == other.mipLevel && arrayLayer == other.arrayLayer
  }
}

extension Schedule {
  /// The format of an output that kernels can write to an image: nobody reads it again, and all comes in one
  /// submission.
  fileprivate var formatOfKernels: PixelFormat? {
    guard outputs.count == 1, case .output = images[output].kind, case .pixels(let format)? = images[output].store
    else { return nil }
    let isWritten = dispatches.allSatisfy { dispatch in
      if case .histogram = dispatch.program.store { return false }
      return !dispatch.inputs.contains(output)
    }
    return isWritten ? format : nil
  }
}
