#include "CVulkan.h"
