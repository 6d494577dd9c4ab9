// How the files of this target call Vulkan where something may go wrong.
#ifndef CVK_CALL_H
#define CVK_CALL_H

#include "CVulkan.h"

/// Calls a function of the table `functions`: its result, with its name.
#define CALL(name, ...) ((CVKResult){functions->name(__VA_ARGS__), #name})

#endif
