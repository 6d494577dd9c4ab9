/// What instructions there are: known to all that reads or writes modules.
@_exported import SPIRVInstructions
