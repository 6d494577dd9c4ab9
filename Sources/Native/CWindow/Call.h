// Calls of Vulkan functions with error results.
#ifndef CW_CALL_H
#define CW_CALL_H

#include "CWVulkan.h"

/// Calls a device function, from `CVKFunctions` or from `CWFunctions`. The value is its result with its name.
#define CALL(name, ...) ((CVKResult){device->functions.name(__VA_ARGS__), #name})
#define CALL_WINDOW(name, ...) ((CVKResult){device->windowFunctions.name(__VA_ARGS__), #name})
#define RETURN_FAILURES(result)                                                                                        \
  if ((result).code != VK_SUCCESS) return (result)

#endif
