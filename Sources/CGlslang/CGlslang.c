#include "CGlslang.h"
