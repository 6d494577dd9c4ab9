#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func zeroedMemory(_ byteCount: Int) -> UnsafeMutableRawPointer? { calloc(1, byteCount) }

func release(_ memory: UnsafeMutableRawPointer) { free(memory) }
