// The macro for calls of Vulkan that can fail.
#ifndef CVK_CALL_H
#define CVK_CALL_H

#include "CVulkan.h"

/// Calls a function of the table `functions`; the value is its result with its name.
#define CALL(name, ...) ((CVKResult){functions->name(__VA_ARGS__), #name})

#endif
