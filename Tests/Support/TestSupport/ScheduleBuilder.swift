import ImageGraph
import ImagePrograms

/// Builds schedules by hand, step by step. A program's one call names its kernel.
package struct ScheduleBuilder {
  package private(set) var images: [Schedule.Image] = []
  private var dispatches: [Schedule.Dispatch] = []
  private var output = 0

  package init() {}

  package var schedule: Schedule { Schedule(images: images, dispatches: dispatches, output: output) }

  package mutating func source(_ source: Source) -> Schedule.ImageID { image(.source(source), source.rect, nil) }

  package mutating func image(
    _ kind: Schedule.Image.Kind, _ region: UserRect, _ store: Program.StoreForm?
  ) -> Schedule.ImageID {
    images.append(Schedule.Image(kind: kind, region: region, store: store))
    if case .output = kind { output = images.count - 1 }
    return images.count - 1
  }

  /// Adds a dispatch of the whole output; slots 1... are the inputs' geometries, then `arguments`.
  package mutating func dispatch(
    _ kernel: String, _ inputs: [Schedule.ImageID], to output: Schedule.ImageID, _ arguments: [Argument] = [],
    forms: [Program.LoadForm]? = nil, wide: Bool = false, store: Program.StoreForm? = nil, frame: UserRect? = nil,
    part: UserRect? = nil
  ) {
    let frame = frame ?? images[output].region
    let all = [geometry(frame)] + inputs.map { geometry(images[$0].region) } + arguments
    let program = Program(
      calling: kernel, inputs: forms ?? inputs.map { _ in .texel }, store: store ?? images[output].store!, wide: wide,
      slots: all.count)
    add(Schedule.Dispatch(program: program, arguments: all, inputs: inputs, output: output, region: part ?? frame))
  }

  package mutating func add(_ dispatch: Schedule.Dispatch) { dispatches.append(dispatch) }

  package mutating func output(_ image: Schedule.ImageID) { output = image }
}

extension Program {
  /// A program whose one call names the kernel.
  package init(
    calling kernel: String, inputs: [LoadForm], store: StoreForm, wide: Bool = false, slots: Int = 1
  ) {
    var block = Block()
    _ = block.value(.call(Program.Function(kernel), arguments: []))
    self.init(blocks: [block], inputs: inputs, store: store, pixelsPerInvocation: wide ? 4 : 1, slotCount: slots)
  }
}

/// Returns left, top, width and height of an image, as a kernel argument.
package func geometry(_ rect: UserRect) -> Argument {
  .float4([Float(rect.min.x), Float(rect.max.y), Float(rect.width), Float(rect.height)])
}

/// A schedule whose parts can be exchanged one by one, to make wrong ones.
package struct ScheduleDraft {
  package struct Image {
    package var kind: Schedule.Image.Kind
    package var region: UserRect
    package var store: Program.StoreForm?
  }

  package struct Dispatch {
    package var program: Program
    package var arguments: [Argument]
    package var inputs: [Schedule.ImageID]
    package var output: Schedule.ImageID
    package var region: UserRect
  }

  package var images: [Image]
  package var dispatches: [Dispatch]
  package var output: Schedule.ImageID

  package init(_ schedule: Schedule) {
    images = schedule.images.map { Image(kind: $0.kind, region: $0.region, store: $0.store) }
    dispatches = schedule.dispatches.map {
      Dispatch(program: $0.program, arguments: $0.arguments, inputs: $0.inputs, output: $0.output, region: $0.region)
    }
    output = schedule.output
  }

  package var schedule: Schedule {
    Schedule(
      images: images.map { Schedule.Image(kind: $0.kind, region: $0.region, store: $0.store) },
      dispatches: dispatches.map {
        Schedule.Dispatch(
          program: $0.program, arguments: $0.arguments, inputs: $0.inputs, output: $0.output, region: $0.region)
      }, output: output)
  }
}
