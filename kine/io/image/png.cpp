#include "kine/io/image/png.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#include "kine/io/image/inflate.h"
#include "kine/model/height_grid.h"

namespace kine {
namespace {

/// No picture may be larger than that when it is unpacked.
constexpr std::size_t kMaxRaw = std::size_t{96} << 20;

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// One of the seven passes of an interlaced picture, or the whole of another.
struct Pass {
  int x, y, step_x, step_y;
};
constexpr std::array<Pass, 7> kAdam7{
    {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
constexpr std::array<Pass, 1> kWhole{{{0, 0, 1, 1}}};

class PngReader {
 public:
  PngReader(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  Result<GreyPicture> read() {
    read_chunks();
    if (fault_.empty() && !has_header_) fault_ = "it has no header";
    if (fault_.empty()) decode();
    if (!fault_.empty()) return Error{std::string(name_) + ": " + fault_};
    return std::move(out_);
  }

 private:
  void read_chunks() {
    if (!is_png(bytes_)) {
      fault_ = "it is no PNG";
      return;
    }
    std::size_t at = kSignature.size();
    for (bool end = false; !end && fault_.empty();) {
      if (bytes_.size() - at < 12) {
        fault_ = "it is cut off";
        return;
      }
      const std::size_t size = big_endian(bytes_, at);
      if (size > bytes_.size() - at - 12) {
        fault_ = "it is cut off";
        return;
      }
      const std::string_view kind = bytes_.substr(at + 4, 4), data = bytes_.substr(at + 8, size);
      const bool critical = (kind[0] & 32) == 0;
      if (critical && crc32(bytes_.substr(at + 4, size + 4)) != big_endian(bytes_, at + 8 + size)) {
        fault_ = "it is broken: the checksum of a part does not match";
        return;
      }
      at += size + 12;
      end = kind == "IEND";
      take_chunk(kind, data);
    }
  }

  void take_chunk(std::string_view kind, std::string_view data) {
    if (kind == "IHDR") read_header(data);
    if (kind == "PLTE") palette_ = data;
    if (kind == "IDAT") compressed_.append(data);
  }

  void read_header(std::string_view data) {
    if (has_header_ || data.size() != 13) {
      fault_ = "its header is broken";
      return;
    }
    has_header_ = true;
    const std::uint32_t width = big_endian(data, 0), height = big_endian(data, 4);
    depth_ = static_cast<unsigned char>(data[8]);
    type_ = static_cast<unsigned char>(data[9]);
    interlaced_ = data[12] == 1;
    const bool good_depth = depth_ == 8 || (depth_ == 16 && type_ != 3) ||
                            ((depth_ == 1 || depth_ == 2 || depth_ == 4) && (type_ == 0 || type_ == 3));
    const bool good_type = type_ == 0 || type_ == 2 || type_ == 3 || type_ == 4 || type_ == 6;
    if (width == 0 || height == 0 || !good_depth || !good_type || data[10] != 0 || data[11] != 0 ||
        static_cast<unsigned char>(data[12]) > 1) {
      fault_ = "its header is broken";
    } else if (width > HeightGrid::kMaxSamples || height > HeightGrid::kMaxSamples / width) {
      fault_ = "a picture of " + std::to_string(width) + " by " + std::to_string(height) + " is too large";
    } else {
      out_.width = static_cast<int>(width);
      out_.height = static_cast<int>(height);
      channels_ = type_ == 2 ? 3 : type_ == 4 ? 2 : type_ == 6 ? 4 : 1;
    }
  }

  static int reduced(int size, int start, int step) { return size <= start ? 0 : (size - start + step - 1) / step; }
  std::size_t row_bytes(int width) const { return (static_cast<std::size_t>(width * channels_) * depth_ + 7) / 8; }

  void decode() {
    const std::span<const Pass> passes = interlaced_ ? std::span<const Pass>(kAdam7) : std::span<const Pass>(kWhole);
    std::size_t raw_size = 0;
    for (const Pass& pass : passes) {
      const int width = reduced(out_.width, pass.x, pass.step_x), height = reduced(out_.height, pass.y, pass.step_y);
      if (width > 0) raw_size += (row_bytes(width) + 1) * static_cast<std::size_t>(height);
    }
    if (raw_size > kMaxRaw) {
      fault_ = "a picture of " + std::to_string(raw_size >> 20) + " MiB is too large";
      return;
    }
    // Deflate makes a byte into at most 1032: a picture that claims more has been cut off.
    if (raw_size / 1032 > compressed_.size() + 16) {
      fault_ = "it is cut off: its header claims more than its data can hold";
      return;
    }
    Result<std::string> raw = inflate_zlib(compressed_, raw_size);
    if (!raw || raw->size() != raw_size) {
      fault_ = raw ? "it has fewer pixels than its header says" : raw.error();
      return;
    }
    compressed_ = {};
    const std::size_t count = static_cast<std::size_t>(out_.width) * static_cast<std::size_t>(out_.height);
    out_.values.assign(count, 0);
    out_.bits = type_ == 3 ? 8 : depth_;
    out_.coloured = type_ == 2 || type_ == 3 || type_ == 6;
    if (type_ == 4 || type_ == 6) out_.transparent.assign(count, false);
    std::size_t at = 0;
    for (const Pass& pass : passes)
      if (fault_.empty()) decode_pass(pass, *raw, at);
  }

  void decode_pass(const Pass& pass, std::string& raw, std::size_t& at) {
    const int width = reduced(out_.width, pass.x, pass.step_x), height = reduced(out_.height, pass.y, pass.step_y);
    if (width == 0) return;
    const std::size_t size = row_bytes(width);
    unsigned char* before = nullptr;
    for (int y = 0; y < height; ++y, at += size + 1) {
      auto* row = reinterpret_cast<unsigned char*>(raw.data()) + at + 1;
      if (!unfilter(static_cast<unsigned char>(raw[at]), row, before, size)) {
        fault_ = "it is broken: a row is filtered in no known way";
        return;
      }
      put_row(pass, pass.y + y * pass.step_y, row, static_cast<std::size_t>(width));
      before = row;
    }
  }

  bool unfilter(unsigned filter, unsigned char* row, const unsigned char* before, std::size_t size) const {
    const std::size_t pixel = std::max<std::size_t>(1, static_cast<std::size_t>(channels_) * depth_ / 8);
    const auto add = [&](std::size_t i, int guess) { row[i] = static_cast<unsigned char>(row[i] + guess); };
    const auto left = [&](std::size_t i) -> int { return i >= pixel ? row[i - pixel] : 0; };
    const auto up = [&](std::size_t i) -> int { return before != nullptr ? before[i] : 0; };
    switch (filter) {
      case 0:
        return true;
      case 1:
        for (std::size_t i = pixel; i < size; ++i) add(i, row[i - pixel]);
        return true;
      case 2:
        for (std::size_t i = 0; i < size && before != nullptr; ++i) add(i, before[i]);
        return true;
      case 3:
        for (std::size_t i = 0; i < size; ++i) add(i, (left(i) + up(i)) / 2);
        return true;
      case 4:
        for (std::size_t i = 0; i < std::min(pixel, size); ++i) add(i, up(i));
        for (std::size_t i = pixel; i < size; ++i)
          add(i, before == nullptr ? row[i - pixel] : paeth(row[i - pixel], before[i], before[i - pixel]));
        return true;
      default:
        return false;
    }
  }

  static int paeth(int left, int up, int corner) {
    const int guess = left + up - corner;
    const int a = std::abs(guess - left), b = std::abs(guess - up), c = std::abs(guess - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
  }

  /// The number in place `index` of a row, counted in numbers of depth_ bits.
  unsigned number(const unsigned char* row, std::size_t index) const {
    if (depth_ == 16) return row[2 * index] * 256u + row[2 * index + 1];
    if (depth_ == 8) return row[index];
    const std::size_t bit = index * depth_;
    return row[bit / 8] >> (8 - depth_ - bit % 8) & ((1u << depth_) - 1);
  }

  void put_row(const Pass& pass, int y, const unsigned char* row, std::size_t width) {
    const std::size_t first = static_cast<std::size_t>(y) * static_cast<std::size_t>(out_.width);
    const auto channels = static_cast<std::size_t>(channels_);
    const auto place = [&](std::size_t x) {
      return first + static_cast<std::size_t>(pass.x) + x * static_cast<std::size_t>(pass.step_x);
    };
    const auto put = [&](std::size_t x, unsigned value) { out_.values[place(x)] = static_cast<std::uint16_t>(value); };
    if (depth_ == 16) {
      for (std::size_t x = 0; x < width; ++x) put(x, row[2 * x * channels] * 256u + row[2 * x * channels + 1]);
    } else if (depth_ == 8 && type_ != 3) {
      for (std::size_t x = 0; x < width; ++x) put(x, row[x * channels]);
    } else {
      for (std::size_t x = 0; x < width; ++x) {
        const unsigned value = number(row, x);
        const std::size_t entry = std::size_t{3} * value;
        const bool known = entry < palette_.size();
        put(x, type_ != 3 ? value : known ? static_cast<unsigned char>(palette_[entry]) : 0u);
      }
    }
    for (std::size_t x = 0; x < width && !out_.transparent.empty(); ++x)
      out_.transparent[place(x)] = number(row, x * channels + channels - 1) == 0;
  }

  std::string_view bytes_, name_, palette_;
  std::string compressed_, fault_;
  bool has_header_ = false, interlaced_ = false;
  unsigned depth_ = 8, type_ = 0;
  int channels_ = 1;
  GreyPicture out_;
};

}  // namespace

bool is_png(std::string_view bytes) { return bytes.starts_with(kSignature); }

Result<GreyPicture> read_png(std::string_view bytes, std::string_view name) { return PngReader(bytes, name).read(); }

}  // namespace kine
