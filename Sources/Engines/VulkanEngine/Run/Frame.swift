import CVulkan
import ImageGraph
import ImagePlanning

/// The Vulkan objects with which a run records and submits its commands, or records them into an app's command buffer.
/// Used by one thread at a time.
final class Frame: @unchecked Sendable {
  private let device: Device
  let functions: VulkanFunctions
  /// Nil if the command buffer is an app's.
  private let pool: VkCommandPool?
  private var descriptors: VkDescriptorPool?
  private var setCapacity = 0
  private var inputCapacity = 0
  /// Timestamps: before the first command, at the end, and after each dispatch if dispatches are timed.
  private let queries: VkQueryPool?
  private var timestamps = 0
  private let timestampCapacity: Int
  /// The device milliseconds of each dispatch since `begin`, after `wait` has returned. If dispatches are not timed, it
  /// has one total time; without a clock, it is empty.
  private(set) var dispatchMilliseconds: [Double] = []
  /// The current command buffer.
  private(set) var commands: VkCommandBuffer
  /// The first command buffer, and the one for a second submission, which is allocated on first use.
  private let firstCommands: VkCommandBuffer
  private var secondCommands: VkCommandBuffer?
  /// The timeline value that the device signals on completion; nil if nothing is pending.
  private var pending: UInt64?
  /// The stages of the recorded commands that use an app's images, and so wait for semaphores.
  var waitStages: VkPipelineStageFlags = 0
  private var submitted = ContinuousClock.now

  init(on device: Device, timesDispatches: Bool) throws(RenderError) {
    (self.device, functions) = (device, device.functions)
    timestampCapacity = timesDispatches ? 256 : 2
    var info = VkCommandPoolCreateInfo()
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
    info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT.rawValue
    info.queueFamilyIndex = UInt32(device.physical.facts.queueFamily)
    var pool: VkCommandPool?
    try check(functions.vkCreateCommandPool(device.handle, &info, nil, &pool), "vkCreateCommandPool")
    self.pool = pool!
    do throws(RenderError) {
      firstCommands = try Self.commands(of: pool!, on: device)
    } catch {
      functions.vkDestroyCommandPool(device.handle, pool, nil)
      throw error
    }
    commands = firstCommands
    var queryInfo = VkQueryPoolCreateInfo()
    queryInfo.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
    queryInfo.queryType = VK_QUERY_TYPE_TIMESTAMP
    queryInfo.queryCount = UInt32(timestampCapacity)
    var queries: VkQueryPool?
    let isTimed =
      device.physical.facts.timestampBits > 0
      && functions.vkCreateQueryPool(device.handle, &queryInfo, nil, &queries) == VK_SUCCESS
    self.queries = isTimed ? queries : nil
  }

  /// Creates a frame that records into an app's command buffer, and submits nothing.
  init(recordingInto commands: VkCommandBuffer, on device: Device) throws(RenderError) {
    (self.device, functions) = (device, device.functions)
    (self.commands, firstCommands, pool, queries, timestampCapacity) = (commands, commands, nil, nil, 0)
  }

  private static func commands(of pool: VkCommandPool, on device: Device) throws(RenderError) -> VkCommandBuffer {
    var allocate = VkCommandBufferAllocateInfo()
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
    allocate.commandPool = pool
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
    allocate.commandBufferCount = 1
    var commands: VkCommandBuffer?
    try check(
      device.functions.vkAllocateCommandBuffers(device.handle, &allocate, &commands), "vkAllocateCommandBuffers")
    return commands!
  }

  deinit {
    functions.vkDestroyQueryPool(device.handle, queries, nil)
    functions.vkDestroyDescriptorPool(device.handle, descriptors, nil)
    if let pool { functions.vkDestroyCommandPool(device.handle, pool, nil) }
  }

  /// The family of the queue.
  var family: UInt32 { UInt32(device.physical.facts.queueFamily) }

  /// Reserves descriptor sets. Frees all earlier sets.
  func reserveSets(_ sets: Int, inputs: Int) throws(RenderError) {
    if let descriptors, sets <= setCapacity, inputs <= inputCapacity {
      try check(functions.vkResetDescriptorPool(device.handle, descriptors, 0), "vkResetDescriptorPool")
      return
    }
    functions.vkDestroyDescriptorPool(device.handle, descriptors, nil)
    descriptors = nil
    (setCapacity, inputCapacity) = (max(sets, setCapacity, 16), max(inputs, inputCapacity, 32))
    // After a failure the output pointer may be undefined.
    var newPool: VkDescriptorPool?
    try check(
      cvk_create_descriptor_pool(functions.table, device.handle, UInt32(setCapacity), UInt32(inputCapacity), &newPool))
    descriptors = newPool
  }

  func begin() throws(RenderError) {
    try check(functions.vkResetCommandPool(device.handle, pool, 0), "vkResetCommandPool")
    commands = firstCommands
    try beginCommands()
    dispatchMilliseconds = []
    guard let queries else { return }
    functions.vkCmdResetQueryPool(commands, queries, 0, UInt32(timestampCapacity))
    functions.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queries, 0)
    timestamps = 1
  }

  private func beginCommands() throws(RenderError) {
    waitStages = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
    var info = VkCommandBufferBeginInfo()
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
    try check(functions.vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer")
  }

  /// Records a timestamp after all earlier commands. The last query is reserved for the end.
  private func writeTimestamp() {
    guard let queries, timestamps < timestampCapacity - 1 else { return }
    functions.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, UInt32(timestamps))
    timestamps += 1
  }

  /// Records one dispatch of a band.
  ///
  /// - Parameter block: the pixels of an invocation, see `Program.block`.
  func dispatch(
    _ pipeline: Pipeline, uniforms: CVKRange, output: CVKBound, inputs: [CVKBound], band: Band, pitch: Int,
    groupWidth: Int, block: (columns: Int, rows: Int)
  ) throws(RenderError) {
    var set: VkDescriptorSet?
    try check(
      cvk_make_set(
        functions.table, device.handle, descriptors, pipeline.layout.set, uniforms, output, inputs,
        UInt32(inputs.count), &set))
    functions.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle)
    functions.vkCmdBindDescriptorSets(
      commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout.pipeline, 0, 1, &set, 0, nil)
    let groupColumns = groupWidth * block.columns
    var push = SIMD8<Int32>(
      Int32(band.x), Int32(band.y), Int32(band.width), Int32(band.height), Int32(pitch), 0, 0, 0)
    functions.vkCmdPushConstants(
      commands, pipeline.layout.pipeline, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0, 32, &push)
    functions.vkCmdDispatch(
      commands, UInt32(max(1, (band.width + groupColumns - 1) / groupColumns)),
      UInt32(max(1, (band.height + block.rows - 1) / block.rows)), 1)
    writeTimestamp()
  }

  /// Records a barrier: writes of earlier dispatches are visible to later ones.
  func barrierBetweenDispatches() {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue, VK_ACCESS_SHADER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue,
      VK_ACCESS_SHADER_READ_BIT.rawValue | VK_ACCESS_SHADER_WRITE_BIT.rawValue)
  }

  /// Records a barrier: writes of earlier dispatches are visible to the host on completion.
  func barrierBeforeHost() {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue, VK_ACCESS_SHADER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_HOST_BIT.rawValue, VK_ACCESS_HOST_READ_BIT.rawValue)
  }

  func copy(from source: Buffer, to target: Buffer, byteCount: Int) {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue, VK_ACCESS_SHADER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, VK_ACCESS_TRANSFER_READ_BIT.rawValue)
    var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(byteCount))
    functions.vkCmdCopyBuffer(commands, source.handle, target.handle, 1, &region)
  }

  /// Submits the recorded commands. `wait` waits for their completion. For the parameters, see `Device.submit`.
  func submit(waits: [QueueSemaphore] = [], signals: [QueueSemaphore] = []) throws(RenderError) {
    let writers = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue | VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
    cvk_barrier(
      functions.table, commands, writers, VK_ACCESS_SHADER_WRITE_BIT.rawValue | VK_ACCESS_TRANSFER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_HOST_BIT.rawValue | writers,
      VK_ACCESS_HOST_READ_BIT.rawValue | VK_ACCESS_SHADER_READ_BIT.rawValue)
    if let queries {
      functions.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, UInt32(timestamps))
    }
    try check(functions.vkEndCommandBuffer(commands), "vkEndCommandBuffer")
    submitted = ContinuousClock.now
    pending = try device.submit(commands, waits: waits, in: waitStages, signals: signals)
  }

  /// Records commands with `body`, and submits them after those of `submit`.
  func submitAfterward(
    waits: [QueueSemaphore], signals: [QueueSemaphore], _ body: () -> Void
  ) throws(RenderError) {
    guard let pool else { preconditionFailure("an app's commands are not submitted here") }
    let second: VkCommandBuffer
    if let secondCommands { second = secondCommands } else { second = try Self.commands(of: pool, on: device) }
    (secondCommands, commands) = (second, second)
    try beginCommands()
    body()
    try check(functions.vkEndCommandBuffer(commands), "vkEndCommandBuffer")
    pending = try device.submit(commands, waits: waits, in: waitStages, signals: signals)
  }

  /// Waits for the completion of the submitted commands. Their writes are then visible to the host.
  ///
  /// - Returns: the milliseconds on the device.
  func wait() throws(RenderError) -> Double {
    try finish()
    let wall = (ContinuousClock.now - submitted) / .milliseconds(1)
    guard let queries else { return wall }
    var ticks = [UInt64](repeating: 0, count: timestamps + 1)
    let result = functions.vkGetQueryPoolResults(
      device.handle, queries, 0, UInt32(ticks.count), ticks.count * 8, &ticks, 8, VK_QUERY_RESULT_64_BIT.rawValue)
    if result == VK_ERROR_DEVICE_LOST {
      device.isLost.store(true, ordering: .relaxed)
      try check(result, "vkGetQueryPoolResults")
    }
    guard result == VK_SUCCESS else { return wall }
    let facts = device.physical.facts
    let clock = DeviceClock(bits: facts.timestampBits, period: facts.timestampPeriod)
    dispatchMilliseconds = (1..<max(timestamps, 2)).map { clock.milliseconds(from: ticks[$0 - 1], to: ticks[$0]) }
    return clock.milliseconds(from: ticks[0], to: ticks[timestamps])
  }

  /// Waits until no commands of the frame are executing. If the device is lost, none are.
  func finish() throws(RenderError) {
    guard let value = pending else { return }
    pending = nil
    try device.wait(for: value)
  }
}
