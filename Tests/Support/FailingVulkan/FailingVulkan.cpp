// Each function of the table gets a wrapper, made from its type: C++, so that no signature is written down.
#include "FailingVulkan.h"

#include "CWVulkan.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>

extern "C" VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char *name);

/// Functions that windows call in addition to those of contexts, and functions that must not be called.
#define OTHER_FUNCTIONS(DO)                                                                                           \
  CW_LOADER_FUNCTIONS(DO)                                                                                              \
  CW_INSTANCE_FUNCTIONS(DO)                                                                                            \
  CW_DEVICE_FUNCTIONS(DO)                                                                                              \
  DO(vkCreateFence)                                                                                                    \
  DO(vkWaitForFences)                                                                                                  \
  DO(vkGetFenceStatus)                                                                                                 \
  DO(vkDeviceWaitIdle)

namespace {

enum Entry {
#define NUMBER(name) at_##name,
  CVK_FUNCTIONS(NUMBER) contextCount,
  beforeWindows = contextCount - 1,
  OTHER_FUNCTIONS(NUMBER) count
#undef NUMBER
};

const char *const names[] = {
#define NAME(name) #name,
    CVK_FUNCTIONS(NAME) OTHER_FUNCTIONS(NAME)
#undef NAME
};

int entryNamed(const char *name) {
  for (int entry = 0; name && entry < count; ++entry)
    if (std::strcmp(names[entry], name) == 0) return entry;
  return count;
}

/// Guards what follows.
std::mutex mutex;
PFN_vkVoidFunction driver[count];
uint32_t calls[count];
/// By the type of a handle: which entry point makes it, and how many there are.
std::map<std::type_index, std::pair<const char *, int>> alive;
struct {
  int entry = count;
  uint32_t nth = 0;
  bool andLater = false;
  VkResult result = VK_SUCCESS;
  uint32_t failures = 0;
} fault;

/// Bytes of memory, by its handle and in all.
std::map<VkDeviceMemory, uint64_t> sizes;
struct {
  uint64_t bound = 0, used = 0, most = 0;
} memory;

bool hasMemory(const VkMemoryAllocateInfo *info) {
  std::lock_guard lock(mutex);
  if (info->pNext || memory.bound == 0 || memory.used + info->allocationSize <= memory.bound) return true;
  ++fault.failures;
  return false;
}

void allocated(const VkMemoryAllocateInfo *info, VkDeviceMemory handle) {
  if (info->pNext) return;
  std::lock_guard lock(mutex);
  sizes[handle] = info->allocationSize;
  memory.used += info->allocationSize;
  if (memory.used > memory.most) memory.most = memory.used;
}

void freed(VkDeviceMemory handle) {
  std::lock_guard lock(mutex);
  auto found = sizes.find(handle);
  if (found == sizes.end()) return;
  memory.used -= found->second;
  sizes.erase(found);
}

template <class Function> Function called(Entry entry, VkResult &failure) {
  std::lock_guard lock(mutex);
  uint32_t call = ++calls[entry];
  bool fails = entry == fault.entry && (call == fault.nth || (fault.andLater && call > fault.nth));
  if (fails) ++fault.failures;
  failure = fails ? fault.result : VK_SUCCESS;
  return reinterpret_cast<Function>(driver[entry]);
}

template <class Handle> void made(Entry entry) {
  std::lock_guard lock(mutex);
  auto &kind = alive[typeid(Handle)];
  kind.first = names[entry];
  ++kind.second;
}

template <class Handle> void destroyed() {
  std::lock_guard lock(mutex);
  --alive[typeid(Handle)].second;
}

void waitIdle(VkDevice device) {
  auto find = reinterpret_cast<PFN_vkGetDeviceProcAddr>(driver[at_vkGetDeviceProcAddr]);
  reinterpret_cast<PFN_vkDeviceWaitIdle>(find(device, "vkDeviceWaitIdle"))(device);
}

/// Of a queue whose lock the caller has, as for the call that fails.
void waitIdle(VkQueue queue) {
  if (driver[at_vkQueueWaitIdle]) reinterpret_cast<PFN_vkQueueWaitIdle>(driver[at_vkQueueWaitIdle])(queue);
}

/// Of an instance, a physical device or a command buffer nothing is known to be under way.
template <class Handle> void waitIdle(Handle) {}

template <int place, class... Parameters> constexpr bool allocates() {
  if constexpr (place < 0)
    return false;
  else
    return std::is_same_v<std::tuple_element_t<place, std::tuple<Parameters...>>, const VkAllocationCallbacks *>;
}

template <Entry entry, class Function> struct Wrapper;

template <Entry entry, class Result, class... Parameters> struct Wrapper<entry, Result(VKAPI_PTR *)(Parameters...)> {
  using Function = Result(VKAPI_PTR *)(Parameters...);
  static constexpr bool canFail = std::is_same_v<Result, VkResult>;

  static VKAPI_ATTR Result VKAPI_CALL call(Parameters... parameters) {
    constexpr int last = sizeof...(Parameters) - 1;
    [[maybe_unused]] auto all = std::tie(parameters...);
    VkResult failure;
    auto function = called<Function>(entry, failure);
    if constexpr (canFail) {
      if (failure != VK_SUCCESS && failure != VK_SUBOPTIMAL_KHR) {
        // A device that is lost is at work on nothing.
        if (failure == VK_ERROR_DEVICE_LOST) waitIdle(std::get<0>(all));
        return failure;
      }
      if constexpr (entry == at_vkAllocateMemory)
        if (!hasMemory(std::get<1>(all))) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
      VkResult result = function(parameters...);
      if constexpr (entry == at_vkAllocateMemory)
        if (result == VK_SUCCESS) allocated(std::get<1>(all), *std::get<3>(all));
      // What makes something takes an allocator, then the place for the handle.
      if constexpr (allocates<last - 1, Parameters...>())
        if (result == VK_SUCCESS) made<std::remove_reference_t<decltype(*std::get<last>(all))>>(entry);
      return result == VK_SUCCESS ? failure : result;
    } else {
      // What destroys something takes its handle, then an allocator.
      if constexpr (allocates<last, Parameters...>())
        if (std::get<last - 1>(all)) destroyed<std::remove_reference_t<decltype(std::get<last - 1>(all))>>();
      if constexpr (entry == at_vkFreeMemory) freed(std::get<1>(all));
      return function(parameters...);
    }
  }
};

const PFN_vkVoidFunction wrappers[] = {
#define WRAPPER(name) reinterpret_cast<PFN_vkVoidFunction>(&Wrapper<at_##name, PFN_##name>::call),
    CVK_FUNCTIONS(WRAPPER) OTHER_FUNCTIONS(WRAPPER)
#undef WRAPPER
};

const bool canFail[] = {
#define CAN_FAIL(name) Wrapper<at_##name, PFN_##name>::canFail,
    CVK_FUNCTIONS(CAN_FAIL) OTHER_FUNCTIONS(CAN_FAIL)
#undef CAN_FAIL
};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char *name);

PFN_vkVoidFunction wrapped(const char *name, PFN_vkVoidFunction function) {
  int entry = entryNamed(name);
  if (!function || entry == count) return function;
  std::lock_guard lock(mutex);
  driver[entry] = function;
  return entry == at_vkGetDeviceProcAddr ? reinterpret_cast<PFN_vkVoidFunction>(deviceFunction) : wrappers[entry];
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char *name) {
  VkResult failure;
  return wrapped(name, called<PFN_vkGetDeviceProcAddr>(at_vkGetDeviceProcAddr, failure)(device, name));
}

} // namespace

PFN_vkVoidFunction fvk_loader(VkInstance instance, const char *name) {
  return wrapped(name, vkGetInstanceProcAddr(instance, name));
}

const char *fvk_entry(uint32_t number) {
  for (int entry = 0; entry < contextCount; ++entry)
    if (canFail[entry] && number-- == 0) return names[entry];
  return nullptr;
}

void fvk_fail(const char *entry, uint32_t nth, bool andLater, VkResult result) {
  std::lock_guard lock(mutex);
  std::memset(calls, 0, sizeof calls);
  fault = {entryNamed(entry), nth, andLater, result, 0};
}

uint32_t fvk_failures(void) {
  std::lock_guard lock(mutex);
  return fault.failures;
}

uint32_t fvk_calls(const char *entry) {
  int found = entryNamed(entry);
  std::lock_guard lock(mutex);
  return found == count ? 0 : calls[found];
}

void fvk_bound_memory(uint64_t byteCount) {
  std::lock_guard lock(mutex);
  memory.bound = byteCount;
  memory.most = memory.used;
}

uint64_t fvk_memory(void) {
  std::lock_guard lock(mutex);
  return memory.used;
}

uint64_t fvk_most_memory(void) {
  std::lock_guard lock(mutex);
  return memory.most;
}

const char *fvk_left(void) {
  static std::string text;
  std::lock_guard lock(mutex);
  text.clear();
  for (const auto &[type, kind] : alive)
    if (kind.second != 0) {
      if (!text.empty()) text += ", ";
      text += std::string(kind.first ? kind.first : type.name()) + " " + std::to_string(kind.second);
    }
  alive.clear();
  return text.c_str();
}
