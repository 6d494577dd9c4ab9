#include "CBarcode.h"
