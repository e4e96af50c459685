#include "kine/io/image/png.h"

#include <gtest/gtest.h>

#include <string>

#include "kine/io/image/inflate.h"
#include "tests/io/hex.h"

namespace kine {
namespace {

using testing::from_hex;

// Pictures of 7 by 6, compressed by zlib and filtered in all five ways. What they hold:
int value(int x, int y) { return (x * 977 + y * y * 3301 + x * y * 57) % 65536; }

constexpr std::string_view kGrey16 =
    "89504e470d0a1a0a0000000d49484452000000070000000610000000007af507e9000000074944415478da63606060bec133beb30000"
    "005849444154c8be88bb98df455854ec1923cf53162e162e562e163064525faffe4243513d4a7db2fa190d56e6e8c3cae2ca5b940394"
    "73553a9597b14439b3d6b06c65ddcaaa0e24673238c5ba7bfb5806aa87894633c77f04008b5f164f66e681ca0000000049454e44ae42"
    "6082";
constexpr std::string_view kInterlaced8 =
    "89504e470d0a1a0a0000000d49484452000000070000000608000000015d62eb3c000000074944415478da63616071613c3a35830000"
    "00304944415409b8c2b2c88571d71596296d6d6d2c17172d62bc0ea4f5b2beb13ce5020346de1a3060093864b26ccabb0a00f9b313ac"
    "05b451620000000049454e44ae426082";
constexpr std::string_view kGrey1 =
    "89504e470d0a1a0a0000000d49484452000000070000000601000000002775b9db000000074944415478da630861f8c7ae22c2e20000"
    "00074944415400c50015d203f7e94d26ac0000000049454e44ae426082";
constexpr std::string_view kGrey2 =
    "89504e470d0a1a0a0000000d494844520000000700000006020000000060d5c30b000000074944415478da6390966028ef7091070000"
    "000f494441542f61b0b460080d6100b3011ba30357aebd71b10000000049454e44ae426082";
constexpr std::string_view kGrey4 =
    "89504e470d0a1a0a0000000d4948445200000007000000060400000000ef9536ab000000074944415478da636054764dda7de58e0000"
    "00204944415460889f7c5d80c17d2d7302c3cdc09b010caceb3d1f30dc9e1e2c0000870109ff0de07d2f0000000049454e44ae426082";
constexpr std::string_view kColour8 =
    "89504e470d0a1a0a0000000d49484452000000070000000608060000000f0e8476000000074944415478da6361e0e464a153a4d30000"
    "006449444154b8c8c070028841b405329be52990c305e4680039895036105b5803d92ceb811c672007884f4421b1819881a512c8a901"
    "725e03392a40762c900de4339c0719eb0ce56c057280f8843a943d13642c2f90e306e4d40339ef80ec8f40b616940d007df6220bc4af"
    "17700000000049454e44ae426082";
constexpr std::string_view kPalette =
    "89504e470d0a1a0a0000000d494844520000000700000006080300000038d0744400000018504c54450001021e01023c01025a010278"
    "0102960102b40102d201027b9e7111000000074944415478da1dc9410e00599a42e70000002649444154200803412994ffbf5750442e"
    "9b49164ba04607bd9a816912b235790b61674efb9f071fe30f26012fea720000000049454e44ae426082";

GreyPicture read(std::string_view hex) {
  Result<GreyPicture> picture = read_png(from_hex(hex), "a.png");
  EXPECT_TRUE(picture.ok()) << picture.error();
  return picture ? *std::move(picture) : GreyPicture{};
}

template <class Value>
void expect_values(const GreyPicture& picture, Value wanted) {
  ASSERT_EQ(picture.width, 7);
  ASSERT_EQ(picture.height, 6);
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_EQ(picture.values[static_cast<std::size_t>(y * 7 + x)], wanted(x, y)) << x << ", " << y;
}

TEST(Png, ReadsSixteenBitsAndEveryFilter) {
  const GreyPicture picture = read(kGrey16);
  EXPECT_EQ(picture.bits, 16);
  EXPECT_FALSE(picture.coloured);
  EXPECT_TRUE(picture.transparent.empty());
  expect_values(picture, value);
}

TEST(Png, ReadsInterlacedPictures) {
  expect_values(read(kInterlaced8), [](int x, int y) { return value(x, y) & 255; });
}

TEST(Png, ReadsSmallDepths) {
  expect_values(read(kGrey1), [](int x, int y) { return value(x, y) % 2; });
  expect_values(read(kGrey2), [](int x, int y) { return value(x, y) % 4; });
  expect_values(read(kGrey4), [](int x, int y) { return value(x, y) % 16; });
}

TEST(Png, TakesTheRedPartOfColours) {
  const GreyPicture picture = read(kColour8);
  EXPECT_TRUE(picture.coloured);
  expect_values(picture, [](int x, int y) { return value(x, y) & 255; });
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 7; ++x) EXPECT_EQ(picture.transparent[static_cast<std::size_t>(y * 7 + x)], (x + y) % 3 == 0);
  expect_values(read(kPalette), [](int x, int y) { return value(x, y) % 8 * 30; });
}

TEST(Png, RefusesWhatIsCutOffOrBroken) {
  const std::string bytes = from_hex(kGrey16);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(read_png(std::string_view(bytes).substr(0, size), "a.png").ok());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string broken = bytes;
    broken[i] = static_cast<char>(broken[i] ^ 4);
    EXPECT_FALSE(read_png(broken, "a.png").ok()) << i;
  }
}

/// The picture with another header, its checksum mended.
std::string with_header(std::size_t place, char value) {
  std::string bytes = from_hex(kGrey16);
  bytes[16 + place] = value;
  const std::uint32_t sum = crc32(std::string_view(bytes).substr(12, 17));
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<char>(sum >> (24 - 8 * i) & 255);
  return bytes;
}

TEST(Png, ClaimsAreBoundedByTheBytes) {
  EXPECT_TRUE(read_png(with_header(3, 7), "a.png").ok());
  EXPECT_EQ(read_png(with_header(0, 127), "a.png").error(), "a.png: a picture of 2130706439 by 6 is too large");
  EXPECT_NE(read_png(with_header(1, 16), "a.png").error().find("claims more"), std::string::npos);
  EXPECT_FALSE(read_png(with_header(3, 8), "a.png").ok());
  EXPECT_FALSE(read_png(with_header(3, 6), "a.png").ok());
  EXPECT_FALSE(read_png(with_header(8, 5), "a.png").ok());   // depth
  EXPECT_FALSE(read_png(with_header(9, 1), "a.png").ok());   // colour type
  EXPECT_FALSE(read_png(with_header(12, 2), "a.png").ok());  // interlacing
}

}  // namespace
}  // namespace kine
