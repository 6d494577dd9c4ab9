/// A text's hash in sixteen digits: a part of names, so that equal names mean equal texts. Nothing is trusted to it:
/// who compares code compares all of it.
///
/// Source: the hash FNV-1a of 64 bits.
func contentHash(of text: String) -> String {
  let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
