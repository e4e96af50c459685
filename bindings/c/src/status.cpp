#include "bindings/c/src/handles.hpp"

#define KINE_TEXT_OF(number) #number
#define KINE_TEXT(number) KINE_TEXT_OF(number)

namespace kine::c_api {

void write_message(std::string_view sentence, char* message, size_t message_size) {
  if (!message || message_size == 0) return;
  size_t count = sentence.size() < message_size ? sentence.size() : message_size - 1;
  if (count < sentence.size()) {
    // The bytes of a UTF-8 character after its first are 10xxxxxx: step back to where a character starts.
    while (count > 0 && (static_cast<unsigned char>(sentence[count]) & 0xC0u) == 0x80u) --count;
  }
  // Names that the caller or a file gave may have line ends and signs that upset a terminal.
  for (size_t i = 0; i < count; ++i) {
    const auto byte = static_cast<unsigned char>(sentence[i]);
    message[i] = byte < ' ' || byte == 0x7f ? '?' : sentence[i];
  }
  message[count] = '\0';
}

}  // namespace kine::c_api

const char* kine_version(void) {
  return KINE_TEXT(KINE_VERSION_MAJOR) "." KINE_TEXT(KINE_VERSION_MINOR) "." KINE_TEXT(KINE_VERSION_PATCH);
}

const char* kine_status_text(int status) {
  switch (status) {
    case KINE_OK:
      return "all is well";
    case KINE_NULL:
      return "a pointer that is needed is NULL";
    case KINE_BAD_INDEX:
      return "there is no joint, axis, value, freedom, goal, setting or frame of that index or name";
    case KINE_BAD_SIZE:
      return "an array is not as long as the skeleton needs it";
    case KINE_BAD_VALUE:
      return "a setting cannot be used, or does not suit the kind of joint";
    case KINE_WRONG_SKELETON:
      return "the frames, goals or clip belong to another skeleton";
    default:
      return "this is no status of kine";
  }
}
