#include "kine/io/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "kine/core/internal/text.h"
#include "kine/io/image/png.h"
#include "kine/io/scene.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/read_file.h"
#include "kine/io/text/text_reader.h"

namespace kine {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr auto kNowhere = std::string_view::npos;
constexpr double kHole = std::numeric_limits<double>::quiet_NaN();

std::string at_line(std::string_view name, int line, std::string_view sentence) {
  std::string text(name);
  text.append(":").append(std::to_string(line)).append(": ").append(sentence);
  return text;
}

std::string shown(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, 40)) text += c > ' ' && c < '\x7f' ? c : '?';
  return quoted(text);
}

/// What the readers have in common: numbers row after row, as the file has them.
struct Rows {
  int columns = 0, rows = 0;
  std::vector<float> heights{};  ///< of the file, minus `base`
  double base = 0;               ///< so that floats keep the millimetres of a mountain
  double cell_x = 1, cell_z = 1;
  std::vector<std::string> notes{};
};

Result<HeightGridFile> finish(Rows rows, std::string_view name, const HeightGridOptions& options) {
  const double scale = options.height_scale;
  if (options.cell_size) rows.cell_x = rows.cell_z = *options.cell_size;
  if (scale != 1)
    for (float& height : rows.heights) height = static_cast<float>(height * scale);
  Vec3 first =
      options.origin.value_or(Vec3{-0.5 * (rows.columns - 1) * rows.cell_x, 0, -0.5 * (rows.rows - 1) * rows.cell_z});
  first.y += rows.base * scale;
  Result<HeightGrid> grid =
      HeightGrid::build(rows.columns, rows.rows, rows.cell_x, rows.cell_z, first, std::move(rows.heights));
  if (!grid) return Error{std::string(name) + ": " + grid.error()};
  if (grid->hole_count() > 0)
    rows.notes.push_back(std::to_string(grid->hole_count()) + " of " +
                         std::to_string(static_cast<long long>(rows.columns) * rows.rows) + " samples are holes.");
  return HeightGridFile{scene_name(name), *std::move(grid), std::move(rows.notes)};
}

/// Words of a text apart by blanks, with the line of the last one.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::string_view next() {
    while (at_ < text_.size() && kBlanks.find(text_[at_]) != kNowhere)
      if (text_[at_++] == '\n') ++line_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && kBlanks.find(text_[at_]) == kNowhere) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// Takes the last word back.
  void back(std::string_view word) { at_ -= word.size(); }
  std::size_t bytes_left() const { return text_.size() - at_; }
  int line() const { return line_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

constexpr std::array<std::string_view, 10> kKeys{"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                                 "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

struct EsriHeader {
  std::array<std::optional<double>, kKeys.size()> values{};
  const std::optional<double>& operator[](std::string_view key) const {
    return values[static_cast<std::size_t>(std::ranges::find(kKeys, key) - kKeys.begin())];
  }
};

/// The keywords and their numbers; the words then stand before the first row.
std::string read_esri_header(Words& words, std::string_view name, EsriHeader& header) {
  for (;;) {
    const std::string_view word = words.next();
    const auto key = std::ranges::find(kKeys, lower(word));
    if (key == kKeys.end()) {
      words.back(word);
      if (word.empty() || parse_number(word)) return {};
      return at_line(name, words.line(), shown(word) + " is no word of an Esri ASCII grid's header");
    }
    const std::optional<double> value = parse_number(words.next());
    if (!value) return at_line(name, words.line(), std::string(*key) + " should be followed by a number");
    header.values[static_cast<std::size_t>(key - kKeys.begin())] = value;
  }
}

std::optional<int> whole(const std::optional<double>& value) {
  if (!value || !(*value >= 1 && *value <= static_cast<double>(HeightGrid::kMaxSamples)) ||
      std::floor(*value) != *value)
    return std::nullopt;
  return static_cast<int>(*value);
}

/// Numbers with a base taken off: the first one that is no hole, which is near all others.
class HeightList {
 public:
  void reserve(std::size_t count) { rows_.heights.reserve(count); }
  void add(double height) {
    if (!has_base_ && !std::isnan(height)) {
      rows_.base = std::floor(height);
      has_base_ = true;
    }
    rows_.heights.push_back(static_cast<float>(height - rows_.base));
  }
  std::size_t size() const { return rows_.heights.size(); }
  Rows& rows() { return rows_; }

 private:
  Rows rows_;
  bool has_base_ = false;
};

char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'})
    if (line.find(c) != kNowhere) return c;
  return ' ';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\"");
  if (begin == kNowhere) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\"") + 1 - begin);
}

/// Takes the next cell off the front of a line. False at its end.
bool next_cell(std::string_view& line, char separator, bool& more, std::string_view& cell) {
  if (separator == ' ') {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == kNowhere) return false;
    line.remove_prefix(begin);
    cell = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(cell.size());
    return true;
  }
  if (!more) return false;
  const std::size_t end = line.find(separator);
  cell = trimmed(line.substr(0, end));
  more = end != kNowhere;
  line.remove_prefix(more ? end + 1 : line.size());
  return true;
}

bool is_hole_word(std::string_view cell) {
  const std::string word = lower(cell.substr(0, 5));
  return word.empty() || word == "nan" || word == "na" || word == "null";
}

class CsvReader {
 public:
  CsvReader(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

  Result<Rows> read() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
    while (!rest_.empty() && fault_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first != kNowhere && line[first] != '#' && line[first] != '\0') read_row(line);
    }
    if (fault_.empty() && heights_.rows().rows == 0) fault_ = at_line(name_, 1, "there is no row of numbers in it");
    if (!fault_.empty()) return Error{fault_};
    return std::move(heights_.rows());
  }

 private:
  void read_row(std::string_view line) {
    if (separator_ == 0) separator_ = separator_of(line);
    const bool may_be_names = heights_.rows().rows == 0 && !has_names_;
    int columns = 0, place = 0;
    bool more = true;
    std::string_view cell;
    for (std::string_view left = line; next_cell(left, separator_, more, cell); ++place) {
      if (skip_first_ && place == 0) continue;
      const std::optional<double> number = parse_number(cell);
      if (!number && !is_hole_word(cell)) {
        if (may_be_names && columns == place) return take_names(line);
        fault_ = at_line(name_, line_, shown(cell) + " is not a number");
        return;
      }
      // Spreadsheets end their rows with a separator; what is empty there is no sample.
      if (cell.empty() && !more && columns > 0 && (columns == heights_.rows().columns || heights_.rows().rows == 0))
        break;
      if (heights_.size() >= HeightGrid::kMaxSamples) {
        fault_ = at_line(name_, line_, "it has more samples than can be used");
        return;
      }
      heights_.add(number.value_or(kHole));
      ++columns;
    }
    Rows& rows = heights_.rows();
    if (rows.rows == 0) rows.columns = columns;
    if (columns != rows.columns)
      fault_ = at_line(
          name_, line_,
          "this row has " + std::to_string(columns) + " numbers, the first one " + std::to_string(rows.columns));
    ++rows.rows;
  }

  void take_names(std::string_view line) {
    has_names_ = true;
    bool more = true;
    std::string_view cell;
    skip_first_ = separator_ != ' ' && next_cell(line, separator_, more, cell) && cell.empty();
    heights_ = {};
    heights_.rows().notes.emplace_back("The first row holds names; it is passed over.");
  }

  std::string_view rest_, name_;
  char separator_ = 0;
  bool has_names_ = false, skip_first_ = false;
  int line_ = 0;
  HeightList heights_;
  std::string fault_;
};

}  // namespace

Result<HeightGridFile> read_png_grid(std::string_view bytes, std::string_view name, const HeightGridOptions& options) {
  const Result<GreyPicture> picture = read_png(bytes, name);
  if (!picture) return Error{picture.error()};
  Rows rows;
  rows.columns = picture->width;
  rows.rows = picture->height;
  rows.heights.assign(picture->values.begin(), picture->values.end());
  for (std::size_t i = 0; i < picture->transparent.size(); ++i)
    if (picture->transparent[i]) rows.heights[i] = static_cast<float>(kHole);
  if (picture->coloured) rows.notes.emplace_back("The picture has colours: its red part is taken for the height.");
  if (picture->bits < 16)
    rows.notes.push_back("The picture has " + std::to_string(picture->bits) +
                         " bits a pixel, so heights come in steps of " + number_text(options.height_scale) + " m.");
  return finish(std::move(rows), name, options);
}

Result<HeightGridFile> read_esri_grid(std::string_view text, std::string_view name, const HeightGridOptions& options) {
  Words words(text);
  EsriHeader header;
  if (std::string fault = read_esri_header(words, name, header); !fault.empty()) return Error{std::move(fault)};
  const std::optional<int> columns = whole(header["ncols"]), rows = whole(header["nrows"]);
  if (!columns || !rows) return Error{at_line(name, words.line(), "ncols and nrows should be whole numbers")};
  const std::size_t count = static_cast<std::size_t>(*columns) * static_cast<std::size_t>(*rows);
  if (count > HeightGrid::kMaxSamples || count > words.bytes_left() / 2 + 1)
    return Error{at_line(name, words.line(),
                         "it claims " + std::to_string(*columns) + " columns and " + std::to_string(*rows) +
                             " rows, more than it holds")};
  HeightList heights;
  heights.reserve(count);
  const double no_data = header["nodata_value"].value_or(-9999);
  while (heights.size() < count) {
    const std::string_view word = words.next();
    const std::optional<double> number = parse_number(word);
    if (word.empty())
      return Error{at_line(
          name, words.line(),
          "the file ends after " + std::to_string(heights.size()) + " of " + std::to_string(count) + " numbers")};
    if (!number && !is_hole_word(word)) return Error{at_line(name, words.line(), shown(word) + " is not a number")};
    heights.add(!number || *number == no_data ? kHole : *number);
  }
  Rows out = std::move(heights.rows());
  out.columns = *columns;
  out.rows = *rows;
  out.cell_x = header["cellsize"].value_or(header["dx"].value_or(1));
  out.cell_z = header["cellsize"].value_or(header["dy"].value_or(1));
  if (!header["cellsize"] && !header["dx"]) out.notes.emplace_back("The file names no cell size: 1 m is taken.");
  const std::optional<double> x = header["xllcorner"] ? header["xllcorner"] : header["xllcenter"];
  const std::optional<double> y = header["yllcorner"] ? header["yllcorner"] : header["yllcenter"];
  if (!options.origin && x && y && (*x != 0 || *y != 0))
    out.notes.push_back("Its south-west corner lies at " + number_text(*x) + ", " + number_text(*y) +
                        "; the grid is centred on the origin instead.");
  if (!words.next().empty()) out.notes.emplace_back("There are more numbers than rows and columns; they are left out.");
  return finish(std::move(out), name, options);
}

Result<HeightGridFile> read_csv_grid(std::string_view text, std::string_view name, const HeightGridOptions& options) {
  Result<Rows> rows = CsvReader(text, name).read();
  if (!rows) return Error{rows.error()};
  if (!options.cell_size) rows->notes.emplace_back("A CSV names no cell size: 1 m is taken.");
  return finish(*std::move(rows), name, options);
}

Result<HeightGridFile> read_height_grid(std::string_view bytes, std::string_view name,
                                        const HeightGridOptions& options) {
  if (is_png(bytes)) return read_png_grid(bytes, name, options);
  if (bytes.substr(0, 512).find('\0') != kNowhere) return Error{std::string(name) + ": it is neither a PNG nor a text"};
  const std::string_view word = Words(bytes.substr(0, 256)).next();
  if (std::ranges::find(kKeys, lower(word)) != kKeys.end()) return read_esri_grid(bytes, name, options);
  return read_csv_grid(bytes, name, options);
}

Result<HeightGridFile> load_height_grid(const std::string& path, const HeightGridOptions& options) {
  const Result<std::string> bytes = read_file(path, options.files);
  if (!bytes) return Error{bytes.error()};
  return read_height_grid(*bytes, path, options);
}

}  // namespace kine
