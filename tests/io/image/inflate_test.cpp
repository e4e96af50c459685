#include "kine/io/image/inflate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/io/hex.h"

namespace kine {
namespace {

using testing::from_hex;

// Compressed by zlib itself: at level 9 (a block of dynamic codes), and with its fixed codes only.
constexpr std::string_view kDynamic =
    "78da9d93d58e24471045cdbc66c631d39a99bf2538a16a6d59fbfff289f2935f3d1ab5ba3333e8de135a1a9176446d75d510534f93a8"
    "34dfe1b95387a64e8f14df192ec3a76865ce31d5f93e42fca82d1966e5962a52aa2e9272fae11ec35c972c25adcee043ccd44c92f02c"
    "8a6e92cfae42e0143117357715ed543e32d3aba248e9dcdb5122ea0705ccc9a6e946de615d56b8e319716708336485e828e32fe89049"
    "c794a02913626da56de79c1957265def08e6762d1d5932aaac9be07f90a09ffa29392fa1c2b40f8b30dad17ea45d3da3e6b0944da82a"
    "7552425b9c90d9c377c2ada627b1c5777a894d48a7c96e8b247638e7f4ce28a45e6ed3140734a87d8633900caa065a0623a11d19489b"
    "b8198efa289e798cb1695df78c799632919d08dba221f2103907a2a3757920bca008aa201855ede89f3cc5264587726ad0b4d89d1ed7"
    "e3d0f6a867d114995834191d64a2079749f3d4e16e6968bb77622b8a120d4d2277ac4eccb0b97862a14c88536974d6aeadcb09c6086b"
    "26c6254b573c16f0583b88982b9a0d524a1d7d64d45f0dca9c0d205c6b9f366b6d380a42c845e8b10c72b9d0e5a38928efd9fbc98ccc"
    "3da02ba22d45d3b6a6cdd5d5d2fed9c0e09473a1f86b974f7275d4ee2612d378d7d58a333724e1a1442bec6bb7b7b00872db30c0a0df"
    "0f63e604958b7296122fcd7b99ac97f2e202ce21416a93d720130b7a31e960154b94f808c29a00c26833e25f1a1b9c99b06a195b8289"
    "51bae94f421a5116a89a4fdc18ebafd5f75045fe98d44e08773c6436dc1aadd8953606382574b19e8895337a4de29219045910eef81c"
    "6dd3f641490c5139f5dc98e0146cd1248ed188f7d69fbdb0cef6d8049c93fc08cc6a0e012e6c4fdcb919316bdcbda9bfa7dfbef9cfcf"
    "ff7b77cfbdf7ddffc0830f3dfcc8a38f3dfec4ad279f7afa99679f7bfe85175f7af995575f7bfd8d37dfba79fb9d77df7bff830f3ffa"
    "f8934f6f7ff6f9175f7ef5f537df7ef7fd0f3ffef4f32fbffef6fb1fff00cdedfbe0";
constexpr std::string_view kFixed =
    "78014b4a4f4a4d4d4bce494dcf4e4a494a4a4d4c4e4a494b4e4c4d4f4b4ec94e4d49cb4e4bca484a4bca4c494d4b4cc94e4b4d49cc48"
    "c94c4c4a4f4bcbccc84c4a01b23352135372d2b313d3529393d35392d3921213d39392521213d31273537252525233925392b212b392"
    "80c62665a60289c4e4e4a4e4e4c434a0f6b474a0a5d940c33341b6003566262626a7242625a7a4242526818c4ac9484b4b4b494f4f4d"
    "071a9902944fce494f4c4c4ac9015a909c02342d292d2519686e4632c8da44a01c5019505f6e6a22d00f69e9a9894919e9c940900a74"
    "21d0a7199989a94047252702f52667a52567a700c5817ecc4a4b03ba3a3b3515e8ef94a4f4a48cb4f4c48cf4f4649023802803680048"
    "694a6e625a2638a05293934082e9406d40e724811425816c4f4b4dcfcc484e4bcc066a4d4a02da9396989a040a9cd4c44c90e7410666"
    "272527e502f5a603d940b7a46603b5808c4903390b6848724e0a501ce876a057804667a524672627016320291568776e6a0ad0438919"
    "405b538161990af41230ec8026008d4d03c6666a0a30f481219e96969391910d747a5276666a666e7a12d047c9b9c08005051a309033"
    "1213733380810e0cebf4945460c027024304182ac00003da9a9c03e2029502a32909180ee929403b808e4e4cce037937253527091447"
    "20bf24a525266602a32813e87560924905793c3113e878a03d40b9aca4d42450ece502a31518a240ddc0d4949898979c9e0b8c8ce4cc"
    "2ca092e4d424a00f813195960c741928d6b2c03101f4466a32284d6480830564634e1630f124836210189859a9a0b4013432313d0724"
    "940cb43f0b9450323341091098ae9340a2a0b4068a7060080253083885e6642503532e5022292b25039422d253407e0729c94c4d4bcb"
    "ce00a6aed454509402c3141435a0c84dca02056d3e28c100632a052891048cdf64703c25825d048add346010031d0eb237293d35372d"
    "1b9892807198980a0ae194ac6c50dc02d32230c965270323201998fa537292817e4e032615702a07664a605c26a780325332285382d3"
    "05309d035342627a36d0dc6460ca0446012863025d90950ecc4469c0780426e1a4346002017a2d333515921a410927330d985693d352"
    "b31353813e06863428f5a701b58092283003a583d227303632b20ab240f2c05405343f351368771a3085a700e310e837606c6580420c"
    "6c6c6a063039a5015317307b02032b2d3315944d52c1c10c4c82c00c0294039219a068ca4ec9005a098c90a4c4dca4dc6c6024a4002d"
    "04055a626a4e06288983727d2e28c3a600734f722630e1e402cd070630306b662402131730dad380b1a390919a999e51a2905e9499a2"
    "a380c225578e8191899985958d9d83938b9b87978f5f4050485844544c5c42524a5a46564e5e4151495945554d5d43534b5b47574fdf"
    "c0d0c8d8c4d4ccdcc2d2cadac6d6ce1e00cdedfbe0";

std::string expected() {
  std::string text;
  std::uint32_t state = 1;
  for (int i = 0; i < 1200; ++i) {
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    text += static_cast<char>('a' + std::min({state >> 16 & 15u, state >> 20 & 15u, state >> 24 & 15u}));
  }
  for (int i = 0; i < 3; ++i) text += "a height grid, a height grid";
  for (int i = 0; i < 64; ++i) text += static_cast<char>(i);
  return text;
}

/// Two stored blocks, written by hand from the specification.
std::string stored() {
  std::string bytes = "\x78\x01";
  const std::string text = expected();
  const auto block = [&](char last, std::string_view part) {
    const auto size = static_cast<unsigned>(part.size());
    bytes += last;
    for (const unsigned byte : {size, size >> 8, ~size, ~size >> 8}) bytes += static_cast<char>(byte & 255u);
    bytes += part;
  };
  block(0, std::string_view(text).substr(0, 300));
  block(1, std::string_view(text).substr(300));
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(adler32(text) >> shift & 255u);
  return bytes;
}

TEST(Inflate, UndoesWhatZlibDid) {
  for (const std::string& bytes : {stored(), from_hex(kDynamic), from_hex(kFixed)}) {
    const Result<std::string> text = inflate_zlib(bytes, 10000);
    ASSERT_TRUE(text.ok()) << text.error();
    EXPECT_EQ(*text, expected());
  }
}

TEST(Inflate, KeepsToItsLimit) {
  EXPECT_TRUE(inflate_zlib(from_hex(kDynamic), expected().size()).ok());
  EXPECT_EQ(inflate_zlib(from_hex(kDynamic), expected().size() - 1).error(),
            "the compressed data is broken: it holds more than it should");
}

TEST(Inflate, RefusesWhatIsCutOffOrBroken) {
  for (const std::string& bytes : {stored(), from_hex(kDynamic), from_hex(kFixed)}) {
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(inflate_zlib(std::string_view(bytes).substr(0, size), 10000).ok()) << size;
    int missed = 0;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 3) {
      std::string broken = bytes;
      broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << bit % 8));
      const Result<std::string> text = inflate_zlib(broken, 10000);
      missed += text.ok() && *text != expected() ? 1 : 0;
    }
    // Repetitions that a flipped bit moves may leave this weak checksum as it was. zlib misses the same ones.
    EXPECT_LE(missed, 3);
  }
}

TEST(Inflate, Checksums) {
  EXPECT_EQ(adler32("Wikipedia"), 0x11e60398u);
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(adler32(std::string(100000, '\xff')), 0x149a302cu);
}

}  // namespace
}  // namespace kine
