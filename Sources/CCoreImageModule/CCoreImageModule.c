#include "CCoreImageModule.h"
