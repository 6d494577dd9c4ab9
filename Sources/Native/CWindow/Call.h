// How the files of this target call Vulkan where something may go wrong.
#ifndef CW_CALL_H
#define CW_CALL_H

#include "CWVulkan.h"

/// Calls a function of the device, from the package's table or from that of windows: its result, with its name.
#define CALL(name, ...) ((CVKResult){device->functions.name(__VA_ARGS__), #name})
#define CALL_MORE(name, ...) ((CVKResult){device->more.name(__VA_ARGS__), #name})
#define RETURN_FAILURES(result)                                                                                        \
  if ((result).code != VK_SUCCESS) return (result)

#endif
