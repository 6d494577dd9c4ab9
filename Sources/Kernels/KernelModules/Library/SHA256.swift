import Foundation

/// Returns the SHA-256 digest of bytes.
///
/// Source: FIPS 180-4, 4.1.2, 4.2.2, 5 and 6.2.
package func sha256(_ data: Data) -> Data {
  var padded = [UInt8](data)
  let bitCount = UInt64(data.count) * 8
  padded.append(0x80)
  padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
  padded += withUnsafeBytes(of: bitCount.bigEndian, Array.init)

  var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  padded.withUnsafeBytes { bytes in
    state.withUnsafeMutableBufferPointer { state in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        constants.withUnsafeBufferPointer { constants in
          for start in stride(from: 0, to: bytes.count, by: 64) {
            for index in 0..<16 {
              words[index] = UInt32(bigEndian: bytes.load(fromByteOffset: start + 4 * index, as: UInt32.self))
            }
            add(words, constants, to: state)
          }
        }
      }
    }
  }
  return Data(state.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
}

/// Adds a block of 16 words, which are extended to 64, to the state.
private func add(
  _ w: UnsafeMutableBufferPointer<UInt32>, _ k: UnsafeBufferPointer<UInt32>,
  to state: UnsafeMutableBufferPointer<UInt32>
) {
  func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 { x >> count | x << (32 - count) }
  for t in 16..<64 {
    let (x, y) = (w[t - 15], w[t - 2])
    w[t] =
      w[t - 16] &+ (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) &+ w[t - 7] &+ (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10)
  }
  var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
  for t in 0..<64 {
    let one = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ k[t] &+ w[t]
    let two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
  }
  (state[0], state[1], state[2], state[3]) = (state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d)
  (state[4], state[5], state[6], state[7]) = (state[4] &+ e, state[5] &+ f, state[6] &+ g, state[7] &+ h)
}

private let constants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
