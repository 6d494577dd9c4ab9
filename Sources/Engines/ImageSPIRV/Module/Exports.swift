/// The opcodes, re-exported for all readers and writers of modules.
@_exported import SPIRVInstructions
