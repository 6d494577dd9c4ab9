/* Functions that compilers call implicitly: objects of stages have no C library. Included once for each object. */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((volatile uint8_t *)to)[i] = (uint8_t)value;
  return to;
}
int memcmp(const void *a, const void *b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int difference = ((const volatile uint8_t *)a)[i] - ((const uint8_t *)b)[i];
    if (difference) return difference;
  }
  return 0;
}
