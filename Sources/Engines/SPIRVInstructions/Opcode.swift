/// The SPIR-V instructions that occur in formulas and in the kernels made from them.
///
/// Source: SPIR-V Specification 1.5, section 3.37.
package enum Opcode: UInt32, CaseIterable {
  case undef = 1
  case name = 5
  case extInstImport = 11
  case extInst = 12
  case memoryModel = 14
  case entryPoint = 15
  case executionMode = 16
  case capability = 17
  case typeVoid = 19
  case typeBool = 20
  case typeInt = 21
  case typeFloat = 22
  case typeVector = 23
  case typeMatrix = 24
  case typeImage = 25
  case typeArray = 28
  case typeRuntimeArray = 29
  case typeStruct = 30
  case typePointer = 32
  case typeFunction = 33
  case constantTrue = 41
  case constantFalse = 42
  case constant = 43
  case constantComposite = 44
  case constantNull = 46
  case function = 54
  case functionParameter = 55
  case functionEnd = 56
  case functionCall = 57
  case variable = 59
  case load = 61
  case store = 62
  case accessChain = 65
  case inBoundsAccessChain = 66
  case decorate = 71
  case memberDecorate = 72
  case vectorExtractDynamic = 77
  case vectorInsertDynamic = 78
  case vectorShuffle = 79
  case compositeConstruct = 80
  case compositeExtract = 81
  case compositeInsert = 82
  case copyObject = 83
  case transpose = 84
  case imageFetch = 95
  case imageWrite = 99
  case convertFToU = 109
  case convertFToS = 110
  case convertSToF = 111
  case convertUToF = 112
  case bitcast = 124
  case sNegate = 126
  case fNegate = 127
  case iAdd = 128
  case fAdd = 129
  case iSub = 130
  case fSub = 131
  case iMul = 132
  case fMul = 133
  case uDiv = 134
  case sDiv = 135
  case fDiv = 136
  case uMod = 137
  case sRem = 138
  case sMod = 139
  case fRem = 140
  case fMod = 141
  case vectorTimesScalar = 142
  case matrixTimesScalar = 143
  case vectorTimesMatrix = 144
  case matrixTimesVector = 145
  case matrixTimesMatrix = 146
  case outerProduct = 147
  case dot = 148
  case any = 154
  case all = 155
  case isNan = 156
  case isInf = 157
  case logicalEqual = 164
  case logicalNotEqual = 165
  case logicalOr = 166
  case logicalAnd = 167
  case logicalNot = 168
  case select = 169
  case iEqual = 170
  case iNotEqual = 171
  case uGreaterThan = 172
  case sGreaterThan = 173
  case uGreaterThanEqual = 174
  case sGreaterThanEqual = 175
  case uLessThan = 176
  case sLessThan = 177
  case uLessThanEqual = 178
  case sLessThanEqual = 179
  case fOrdEqual = 180
  case fUnordEqual = 181
  case fOrdNotEqual = 182
  case fUnordNotEqual = 183
  case fOrdLessThan = 184
  case fUnordLessThan = 185
  case fOrdGreaterThan = 186
  case fUnordGreaterThan = 187
  case fOrdLessThanEqual = 188
  case fUnordLessThanEqual = 189
  case fOrdGreaterThanEqual = 190
  case fUnordGreaterThanEqual = 191
  case shiftRightLogical = 194
  case shiftRightArithmetic = 195
  case shiftLeftLogical = 196
  case bitwiseOr = 197
  case bitwiseXor = 198
  case bitwiseAnd = 199
  case not = 200
  case bitFieldInsert = 201
  case bitFieldSExtract = 202
  case bitFieldUExtract = 203
  case bitReverse = 204
  case bitCount = 205
  case controlBarrier = 224
  case atomicIAdd = 234
  case atomicOr = 241
  case phi = 245
  case loopMerge = 246
  case selectionMerge = 247
  case label = 248
  case branch = 249
  case branchConditional = 250
  case `switch` = 251
  case kill = 252
  case `return` = 253
  case returnValue = 254
  case unreachable = 255
  // Only in kernels: no formula has any of these.
  case groupNonUniformElect = 333
  case groupNonUniformAllEqual = 336
  case groupNonUniformBallot = 339
  case groupNonUniformBallotBitCount = 342

  /// False for instructions that only kernels have, around formulas.
  package var isOfFormulas: Bool {
    switch self {
    case .imageFetch, .imageWrite, .controlBarrier, .atomicIAdd, .atomicOr: false
    default: rawValue < 256
    }
  }

  package var isType: Bool { rawValue >= Opcode.typeVoid.rawValue && rawValue <= Opcode.typeFunction.rawValue }

  /// Whether it is a product or sum of floats, which drivers may contract unless it is decorated.
  package var isContracted: Bool {
    switch self {
    case .fAdd, .fSub, .fMul, .vectorTimesScalar, .matrixTimesScalar, .vectorTimesMatrix, .matrixTimesVector,
      .matrixTimesMatrix, .outerProduct, .dot:
      true
    default: false
    }
  }

  /// The words after the opcode: T result type, R result, i identifier, n number, I and N repeated up to the end, S a
  /// string, P repeated pairs of a number and an identifier.
  private var pattern: String {
    switch self {
    case .undef, .constantTrue, .constantFalse, .constantNull, .functionParameter: "TR"
    case .name: "iS"
    case .extInstImport: "RS"
    case .extInst: "TRinI"
    case .memoryModel: "nn"
    case .entryPoint: "niN"
    case .executionMode: "inN"
    case .capability: "n"
    case .typeVoid, .typeBool: "R"
    case .typeInt: "Rnn"
    case .typeFloat: "Rn"
    case .typeVector, .typeMatrix: "Rin"
    case .typeImage: "RiN"
    case .typeArray: "Rii"
    case .typeRuntimeArray: "Ri"
    case .typeStruct, .typeFunction: "RI"
    case .typePointer: "Rni"
    case .constant: "TRN"
    case .constantComposite, .compositeConstruct, .phi: "TRI"
    case .function: "TRni"
    case .functionCall, .accessChain, .inBoundsAccessChain: "TRiI"
    case .functionEnd, .kill, .return, .unreachable: ""
    case .variable: "TRnI"
    case .load: "TRiN"
    case .store: "iiN"
    case .controlBarrier: "iii"
    case .imageFetch: "TRiiN"
    case .imageWrite: "iiiN"
    case .decorate: "inN"
    case .memberDecorate: "innN"
    case .vectorShuffle: "TRiiN"
    case .compositeExtract: "TRiN"
    case .compositeInsert: "TRiiN"
    case .loopMerge: "iinN"
    case .selectionMerge: "in"
    case .label: "R"
    case .branch, .returnValue: "i"
    case .branchConditional: "iiiN"
    // Selector and default; then cases as pairs of a number and a label.
    case .switch: "iiP"
    case .groupNonUniformElect: "TRi"
    case .groupNonUniformAllEqual, .groupNonUniformBallot: "TRii"
    case .groupNonUniformBallotBitCount: "TRini"
    default: "TRI"
    }
  }

  /// The layout of an instruction's words. It has no array, because a layout is looked up for every instruction.
  package struct Layout: Sendable {
    package enum Word: UInt32, Sendable { case type, result, id, number, string, pair }
    package let opcode: Opcode
    /// Four bits for each word after the first, lowest first.
    private let words: UInt32
    /// The number of described words. If `repeats`, the last one stands for all following words, and may be missing.
    package let count: Int
    package let repeats: Bool
    /// The minimum number of words after the first.
    package var minimumCount: Int { repeats ? count - 1 : count }

    fileprivate init(_ opcode: Opcode, _ words: [Word], repeats: Bool) {
      precondition(words.count <= 8)
      (self.opcode, count, self.repeats) = (opcode, words.count, repeats)
      self.words = words.reversed().reduce(0) { $0 << 4 | $1.rawValue }
    }

    package func word(at index: Int) -> Word {
      let bits = words >> UInt32(4 * min(index, count - 1)) & 15
      let word = Word(rawValue: bits)!
      guard word == .pair else { return word }
      return (index - count + 1) % 2 == 0 ? .number : .id
    }
  }

  /// The layouts by opcode number; nil for instructions that no kernel contains.
  package static let layouts: [Layout?] = {
    var layouts: [Layout?] = Array(repeating: nil, count: 512)
    for opcode in allCases {
      let words = opcode.pattern.map { letter -> Layout.Word in
        switch letter {
        case "T": .type
        case "R": .result
        case "i", "I": .id
        case "S": .string
        case "P": .pair
        default: .number
        }
      }
      let repeats = opcode.pattern.last.map { "INSP".contains($0) } ?? false
      layouts[Int(opcode.rawValue)] = Layout(opcode, words, repeats: repeats)
    }
    return layouts
  }()

  /// The specification's name, for example `OpFAdd`.
  package var text: String {
    let name = String(describing: self)
    return "Op" + name.prefix(1).uppercased() + name.dropFirst()
  }
}
