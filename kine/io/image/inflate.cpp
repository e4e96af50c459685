#include "kine/io/image/inflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace kine {
namespace {

/// Bits from the least significant end of each byte. Behind the end come zeros, and `overrun` says so.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  unsigned take(int count) {
    fill(count);
    const auto value = static_cast<unsigned>(bits_ & ((std::uint64_t{1} << count) - 1));
    drop(count);
    return value;
  }
  /// The next 15 bits, not taken yet.
  unsigned peek15() {
    fill(15);
    return static_cast<unsigned>(bits_ & 0x7fff);
  }
  void drop(int count) {
    bits_ >>= count;
    left_ -= count;
  }
  void to_byte() { drop(left_ % 8); }
  /// True if more was taken than there is.
  bool overrun() const { return left_ < 8 * padding_; }
  /// Where the next whole byte lies, after to_byte.
  std::size_t place() const { return at_ + static_cast<std::size_t>(padding_) - static_cast<std::size_t>(left_ / 8); }
  /// Takes whole bytes, after to_byte; empty where there are not so many.
  std::string_view take_bytes(std::size_t count) {
    const std::size_t begin = place();
    bits_ = 0;
    left_ = padding_ = 0;
    if (begin > bytes_.size() || count > bytes_.size() - begin) {
      at_ = bytes_.size();
      return {};
    }
    at_ = begin + count;
    return bytes_.substr(begin, count);
  }

 private:
  void fill(int count) {
    if (left_ >= count) return;
    if (std::endian::native == std::endian::little && bytes_.size() - at_ >= 8) {  // all that fits, at once
      std::uint64_t next = 0;
      std::memcpy(&next, bytes_.data() + at_, 8);
      bits_ |= next << left_;
      const int whole = (63 - left_) / 8;
      at_ += static_cast<std::size_t>(whole);
      left_ += 8 * whole;
      bits_ &= ~std::uint64_t{0} >> (64 - left_);  // bits of the byte that did not fit come again
      return;
    }
    while (left_ < count) {
      if (at_ < bytes_.size()) {
        bits_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[at_++])) << left_;
      } else {
        ++padding_;
      }
      left_ += 8;
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t bits_ = 0;
  int left_ = 0, padding_ = 0;  // bits at hand; bytes of them that are not there
};

/// Canonical Huffman codes. Codes of up to kFast bits are looked up, longer ones are counted through.
class Huffman {
 public:
  /// False where the lengths make no prefix code. An incomplete one is allowed if it has a single code (or none).
  bool build(const std::uint8_t* lengths, int symbols) {
    count_.fill(0);
    for (int i = 0; i < symbols; ++i) ++count_[lengths[i]];
    const int used = symbols - count_[0];
    count_[0] = 0;
    int left = 1;
    for (int length = 1; length <= 15; ++length) {
      left = left * 2 - count_[static_cast<std::size_t>(length)];
      if (left < 0) return false;
    }
    if (left > 0 && used > 1) return false;
    std::array<int, 17> offset{};
    for (std::size_t length = 1; length <= 15; ++length) offset[length + 1] = offset[length] + count_[length];
    for (int i = 0; i < symbols; ++i)
      if (lengths[i] != 0) symbol_[static_cast<std::size_t>(offset[lengths[i]]++)] = static_cast<std::uint16_t>(i);
    fill_table();
    return true;
  }

  /// The next symbol, or -1 where the bits are no code.
  int read(BitReader& bits) const {
    const unsigned next = bits.peek15();
    const Entry& entry = table_[next & (kTable - 1)];
    if (entry.length > 0) {
      bits.drop(entry.length);
      return entry.symbol;
    }
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= 15; ++length) {
      code |= static_cast<int>(next >> (length - 1) & 1u);
      const int count = count_[static_cast<std::size_t>(length)];
      if (code - count < first) {
        bits.drop(length);
        return symbol_[static_cast<std::size_t>(index + code - first)];
      }
      index += count;
      first = (first + count) * 2;
      code *= 2;
    }
    return -1;
  }

 private:
  static constexpr int kFast = 9;
  static constexpr unsigned kTable = 1u << kFast;
  struct Entry {
    std::uint16_t symbol = 0;
    std::uint8_t length = 0;
  };

  void fill_table() {
    table_.fill({});
    unsigned code = 0;
    std::size_t index = 0;
    for (int length = 1; length <= kFast; ++length, code *= 2) {
      for (int i = 0; i < count_[static_cast<std::size_t>(length)]; ++i, ++code, ++index) {
        unsigned reversed = 0;
        for (int bit = 0; bit < length; ++bit) reversed |= (code >> bit & 1u) << (length - 1 - bit);
        for (unsigned at = reversed; at < kTable; at += 1u << length)
          table_[at] = {symbol_[index], static_cast<std::uint8_t>(length)};
      }
    }
  }

  std::array<int, 16> count_{};
  std::array<std::uint16_t, 288> symbol_{};
  std::array<Entry, kTable> table_{};
};

class Inflater {
 public:
  Inflater(std::string_view bytes, std::size_t most) : bits_(bytes), most_(most) {}

  /// A sentence where it fails; empty if all is well.
  std::string run() {
    for (bool last = false; !last && fault_.empty();) {
      last = bits_.take(1) != 0;
      switch (bits_.take(2)) {
        case 0:
          stored();
          break;
        case 1:
          fixed();
          break;
        case 2:
          dynamic();
          break;
        default:
          fault_ = "a block is of no known kind";
      }
      if (fault_.empty() && bits_.overrun()) fault_ = "the data is cut off";
    }
    return fault_;
  }
  std::string& out() { return out_; }
  /// The checksum that follows the data, most significant byte first; only right when nothing failed.
  bool checksum_matches(std::string_view bytes) {
    bits_.to_byte();
    const std::size_t at = bits_.place();
    if (at > bytes.size() || bytes.size() - at < 4) return false;
    std::uint32_t wanted = 0;
    for (std::size_t i = 0; i < 4; ++i) wanted = wanted << 8 | static_cast<unsigned char>(bytes[at + i]);
    return wanted == adler32(out_);
  }

 private:
  bool room(std::size_t count) {
    if (count <= most_ - out_.size()) return true;
    fault_ = "it holds more than it should";
    return false;
  }

  void stored() {
    bits_.to_byte();
    const unsigned length = bits_.take(16), check = bits_.take(16);
    if ((length ^ 0xffffu) != check) {
      fault_ = "a stored block has a wrong length";
      return;
    }
    const std::string_view bytes = bits_.take_bytes(length);
    if (bytes.size() != length) {
      fault_ = "the data is cut off";
    } else if (room(length)) {
      out_.append(bytes);
    }
  }

  void fixed() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
      lengths[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    literals_.build(lengths.data(), 288);
    lengths.fill(5);
    distances_.build(lengths.data(), 32);
    codes();
  }

  void dynamic() {
    constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const unsigned literals = bits_.take(5) + 257, distances = bits_.take(5) + 1, codes_of_codes = bits_.take(4) + 4;
    std::array<std::uint8_t, 320> lengths{};
    for (unsigned i = 0; i < codes_of_codes; ++i) lengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
    if (literals > 286 || distances > 30 || !literals_.build(lengths.data(), 19)) {
      fault_ = "a block's codes are broken";
      return;
    }
    lengths.fill(0);
    for (unsigned i = 0; i < literals + distances;) {
      const int symbol = literals_.read(bits_);
      if (symbol < 0 || bits_.overrun() || (symbol == 16 && i == 0)) {
        fault_ = "a block's codes are broken";
        return;
      }
      if (symbol < 16) {
        lengths[i++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      const std::uint8_t value = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      unsigned repeat = symbol == 16 ? 3 + bits_.take(2) : symbol == 17 ? 3 + bits_.take(3) : 11 + bits_.take(7);
      if (i + repeat > literals + distances) {
        fault_ = "a block's codes are broken";
        return;
      }
      while (repeat-- > 0) lengths[i++] = value;
    }
    if (!literals_.build(lengths.data(), static_cast<int>(literals)) ||
        !distances_.build(lengths.data() + literals, static_cast<int>(distances))) {
      fault_ = "a block's codes are broken";
      return;
    }
    codes();
  }

  /// Literals and repetitions up to the end of the block.
  void codes() {
    constexpr std::array<std::uint16_t, 29> kLength{3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr std::array<std::uint16_t, 30> kDistance{1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!bits_.overrun()) {
      const int symbol = literals_.read(bits_);
      if (symbol == 256) return;
      if (symbol >= 0 && symbol < 256) {
        if (!room(1)) return;
        out_.push_back(static_cast<char>(symbol));
        continue;
      }
      const auto kind = static_cast<std::size_t>(symbol - 257);
      if (symbol < 0 || kind >= kLength.size()) {
        fault_ = "a code is broken";
        return;
      }
      const std::size_t length = kLength[kind] + bits_.take(kLengthBits[kind]);
      const int far = distances_.read(bits_);
      if (far < 0 || far >= 30) {
        fault_ = "a code is broken";
        return;
      }
      const std::size_t distance = kDistance[static_cast<std::size_t>(far)] + bits_.take(far < 4 ? 0 : far / 2 - 1);
      if (distance > out_.size()) {
        fault_ = "a repetition begins before the data";
        return;
      }
      if (!room(length)) return;
      repeat(distance, length);
    }
  }

  /// What is repeated may overlap itself: then what was copied is as good a source, and twice as long.
  void repeat(std::size_t distance, std::size_t length) {
    while (length > 0) {
      const std::size_t part = std::min(length, distance);
      out_.append(out_, out_.size() - distance, part);
      length -= part;
      distance += part;
    }
  }

  BitReader bits_;
  std::size_t most_;
  std::string out_, fault_;
  Huffman literals_, distances_;
};

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1u) != 0 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  return table;
}

}  // namespace

Result<std::string> inflate_zlib(std::string_view bytes, std::size_t most) {
  if (bytes.size() < 2) return Error{"the compressed data is cut off"};
  const unsigned method = static_cast<unsigned char>(bytes[0]), flags = static_cast<unsigned char>(bytes[1]);
  if ((method & 15u) != 8 || (method * 256 + flags) % 31 != 0 || (flags & 32u) != 0)
    return Error{"the compressed data has no zlib header"};
  const std::string_view body = bytes.substr(2);
  Inflater inflater(body, most);
  if (const std::string fault = inflater.run(); !fault.empty()) return Error{"the compressed data is broken: " + fault};
  if (!inflater.checksum_matches(body)) return Error{"the compressed data is broken: its checksum does not match"};
  return std::move(inflater.out());
}

std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  while (!bytes.empty()) {
    constexpr std::size_t kStep = 5552;  // as many as fit before b overflows
    const std::string_view part = bytes.substr(0, kStep);
    for (const char c : part) {
      a += static_cast<unsigned char>(c);
      b += a;
    }
    a %= 65521;
    b %= 65521;
    bytes.remove_prefix(part.size());
  }
  return b << 16 | a;
}

std::uint32_t crc32(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
  std::uint32_t value = 0xffffffffu;
  for (const char c : bytes) value = kTable[(value ^ static_cast<unsigned char>(c)) & 255u] ^ value >> 8;
  return ~value;
}

}  // namespace kine
