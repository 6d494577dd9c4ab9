import Foundation
import IOSurface

// The second process of IOSurface's tests. Its standard input is a socket that transfers surfaces, and bytes on which
// it continues. It prints its results, a line for each. The first argument selects the action.

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Waits until the test goes on. The process ends when the test has.
func waitForTest() {
  var byte: UInt8 = 0
  guard read(0, &byte, 1) == 1 else { exit(0) }
}

func received() throws -> IOSurface { try IOSurface(receivedFrom: 0) }

func fill(_ surface: IOSurface, _ byte: UInt8) {
  memset(surface.baseAddress, Int32(byte), surface.allocationSize)
}

/// Sets a limit of the system and tries to make a surface; then again without it.
func tryWithin(_ limited: __rlimit_resource, _ value: UInt) throws {
  let resource = __rlimit_resource_t(limited.rawValue)
  // Allocates the resources that a first surface needs in addition to its memory.
  _ = try IOSurface(validating: [.allocSize: 1])
  var old = rlimit()
  getrlimit(resource, &old)
  var limit = rlimit(rlim_cur: value, rlim_max: old.rlim_max)
  setrlimit(resource, &limit)
  var code = kIOReturnSuccess
  do throws(IOSurfaceError) {
    _ = try IOSurface(validating: [.width: 4096, .height: 4096, .bytesPerElement: 4])
  } catch {
    code = error.code
  }
  setrlimit(resource, &old)
  say("\(code)")
  say("\(try IOSurface(validating: [.width: 4096, .height: 4096, .bytesPerElement: 4]).allocationSize)")
}

// Ends with the test, too, if it is not killed.
let test = getppid()

switch CommandLine.arguments.dropFirst().first {
case "make":
  let surface = try IOSurface(
    validating: [.width: 100, .height: 50, .bytesPerElement: 4, .pixelFormat: 0x4247_5241, .name: "peer's"])
  surface.lock()
  fill(surface, 7)
  surface.unlock()
  surface.incrementUseCount()
  try surface.send(over: 0)
  waitForTest()
case "read":
  let surface = try received()
  var seed: UInt32 = 0
  surface.lock(options: .readOnly, seed: &seed)
  let bytes = UnsafeRawBufferPointer(start: surface.baseAddress, count: surface.allocationSize)
  say("\(bytes.reduce(0) { $0 + Int($1) }) \(seed) \(surface.attachment(forKey: "text") as? String ?? "none")")
  surface.unlock(options: .readOnly)
case "write":
  // Each time the whole of one value, that of the seed which it will have; until it is killed.
  let surface = try received()
  say("ready")
  for turn in 1... {
    if getppid() != test { exit(0) }
    surface.incrementUseCount()
    var seed: UInt32 = 0
    surface.lock(seed: &seed)
    fill(surface, UInt8(truncatingIfNeeded: seed + 1))
    surface.unlock()
    surface.setAllAttachments(["turn": turn, "text": String(repeating: "\(turn % 10)", count: turn % 1000)])
    surface.lock(options: .readOnly)
    surface.unlock(options: .readOnly)
    surface.decrementUseCount()
  }
case "paint":
  // Each time the whole of one colour, another one than before; until it is killed.
  let surface = try received()
  say("ready")
  while getppid() == test {
    var seed: UInt32 = 0
    surface.lock(seed: &seed)
    let value = UInt8(truncatingIfNeeded: seed + 1)
    let color = [value, value &* 3, 255 - value, 255]
    for index in 0..<surface.allocationSize {
      surface.baseAddress.storeBytes(of: color[index % 4], toByteOffset: index, as: UInt8.self)
    }
    surface.unlock()
    // Readers have a turn, too.
    usleep(.random(in: 0...2000))
  }
case "hold":
  let surface = try received()
  let options: IOSurfaceLockOptions = CommandLine.arguments[2] == "reading" ? .readOnly : []
  surface.lock(options: options)
  surface.incrementUseCount()
  surface.incrementUseCount()
  say("locked")
  waitForTest()
  // What was promised to be equal is not while this goes on.
  if options.isEmpty { memset(surface.baseAddress, 99, surface.allocationSize / 2) }
  say("going on")
  waitForTest()
  say("\(surface.unlock(options: options))")
  waitForTest()
case "relay":
  // Reads nearly all the time, until it is killed.
  let surface = try received()
  say("ready")
  while getppid() == test {
    surface.lock(options: .readOnly)
    // Not all of them at the same time.
    usleep(.random(in: 1000...5000))
    surface.unlock(options: .readOnly)
  }
case "upgrade":
  let surface = try received()
  surface.lock(options: .readOnly)
  say("reading")
  waitForTest()
  say("\(surface.lock())")
  waitForTest()
case "limit":
  switch CommandLine.arguments[2] {
  case "files": try tryWithin(RLIMIT_NOFILE, 3)
  case "size": try tryWithin(RLIMIT_FSIZE, 1 << 20)
  case "memory": try tryWithin(RLIMIT_AS, 1)
  default: exit(2)
  }
default: exit(2)
}
