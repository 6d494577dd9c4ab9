/// Returns the hash of a text as sixteen hexadecimal digits. Names contain it, so that equal names mean equal texts.
/// It is not used to verify anything: code is compared in full.
///
/// Source: the hash FNV-1a of 64 bits.
func contentHash(of text: String) -> String {
  let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
