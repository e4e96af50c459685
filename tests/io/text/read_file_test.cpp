#include "kine/io/text/read_file.h"

#include <gtest/gtest.h>
#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kine/io/gltf.h"
#include "kine/io/load.h"

namespace kine {
namespace {

namespace fs = std::filesystem;

/// A folder with a model's folder in it, a file beside that folder, and files in the model's folder.
class SideFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(place_);
    fs::create_directories(place_ / "model" / "parts");
    fs::create_directories(place_ / "model_not");
    write("secret.bin", "secret");
    write("model_not/near.bin", "near");
    write("model/inside.bin", "inside");
    write("model/parts/deep.bin", "deep");
  }
  void TearDown() override { fs::remove_all(place_); }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(place_ / name, std::ios::binary) << bytes;
  }
  std::string model() const { return (place_ / "model" / "a.gltf").string(); }

  /// What reading a side file gives: its bytes, "missing" or why it is refused.
  std::string read(const std::string& name, const FileAccess& access = {}) const {
    std::size_t room = access.max_bytes;
    const Result<std::optional<std::string>> bytes = read_side_file(model(), name, access, room);
    if (!bytes) return bytes.error();
    return *bytes ? **bytes : "missing";
  }
  /// Whether it is refused as one that lies outside.
  bool outside(const std::string& name, const FileAccess& access = {}) const {
    const std::string answer = read(name, access);
    return answer.starts_with(model() + ": the side file ") && answer.find("--allow-dir") != std::string::npos;
  }

  fs::path place_ = fs::temp_directory_path() / "kine_side_files_test";
};

TEST_F(SideFiles, AreReadInsideTheFolderOfTheFileThatNamesThem) {
  EXPECT_EQ(read("inside.bin"), "inside");
  EXPECT_EQ(read("parts/deep.bin"), "deep");
  EXPECT_EQ(read("parts/../inside.bin"), "inside");
  EXPECT_EQ(read("../model/inside.bin"), "inside");
  EXPECT_EQ(read("not_there.bin"), "missing");
  EXPECT_EQ(read("inside.bin/deeper.bin"), "missing");
}

TEST_F(SideFiles, AreRefusedOutsideUnlessTheUserAllowsTheirFolder) {
  const FileAccess allowed{.allowed_folders = {place_.string()}};
  const FileAccess other{.allowed_folders = {(place_ / "model_not").string() + "/", "no such folder"}};
  for (const std::string& name : {std::string("../secret.bin"), std::string("parts/../../secret.bin"),
                                  (place_ / "secret.bin").string(), std::string("../not_there.bin")}) {
    EXPECT_TRUE(outside(name)) << name << ": " << read(name);
    EXPECT_TRUE(outside(name, other)) << name;
  }
  EXPECT_TRUE(outside("../model_not/near.bin"));
  EXPECT_EQ(read("../model_not/near.bin", other), "near");
  EXPECT_EQ(read("../secret.bin", allowed), "secret");
  EXPECT_EQ(read("../not_there.bin", allowed), "missing");
  EXPECT_NE(read(std::string("inside.bin\0/../../secret.bin", 28)).find("zero byte"), std::string::npos);
}

TEST_F(SideFiles, HaveASizeThatIsKnownBefore) {
  EXPECT_NE(read("inside.bin", {.max_bytes = 5}).find("--max-file-size"), std::string::npos);
  EXPECT_EQ(read("inside.bin", {.max_bytes = 6}), "inside");
  std::size_t room = 10;
  EXPECT_TRUE(read_side_file(model(), "inside.bin", {}, room));
  EXPECT_EQ(room, 4U);
  EXPECT_FALSE(read_side_file(model(), "inside.bin", {}, room)) << "they count together";
}

#ifndef _WIN32
TEST_F(SideFiles, ThatAreLinksCountWhereTheyLead) {
  fs::create_symlink(place_ / "secret.bin", place_ / "model" / "link.bin");
  fs::create_symlink(place_, place_ / "model" / "up");
  fs::create_symlink("inside.bin", place_ / "model" / "good.bin");
  fs::create_symlink(place_ / "model", place_ / "other");
  fs::create_symlink("circle", place_ / "model" / "circle");
  EXPECT_TRUE(outside("link.bin")) << read("link.bin");
  EXPECT_TRUE(outside("up/secret.bin"));
  EXPECT_EQ(read("good.bin"), "inside");
  EXPECT_EQ(read("up/other/inside.bin"), "inside");
  EXPECT_NE(read("circle").find("is not read"), std::string::npos);
}

TEST_F(SideFiles, AreRegularFiles) {
  ASSERT_EQ(mkfifo((place_ / "model" / "pipe").c_str(), 0600), 0);
  EXPECT_NE(read("pipe").find("no regular file"), std::string::npos) << read("pipe");
  EXPECT_NE(read("parts").find("no regular file"), std::string::npos);
  EXPECT_NE(read("zero", {.allowed_folders = {"/dev"}}), "zero");
  EXPECT_NE(read("/dev/zero", {.allowed_folders = {"/dev"}}).find("no regular file"), std::string::npos);
  EXPECT_TRUE(outside("/dev/zero"));
}
#endif

TEST_F(SideFiles, OfAGltfAreRefusedWithASentence) {
  const auto load = [&](const std::string& buffer, const std::string& image, const FileAccess& access = {}) {
    write("model/a.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}],"buffers":[{"uri":")" + buffer +
                              R"(","byteLength":4}],"images":[{"uri":")" + image + R"("}]})");
    const std::vector<std::string> paths{model()};
    LoadOptions options;
    options.files = access;
    return load_scene(std::span<const std::string>(paths), options);
  };
  const FileAccess allowed{.allowed_folders = {place_.string()}};
  EXPECT_TRUE(load("inside.bin", "parts/deep.bin"));
  for (const char* uri : {"../secret.bin", "..%2fsecret.bin", "%2e%2e/secret.bin"}) {
    const Result<Scene> refused = load(uri, "inside.bin");
    ASSERT_FALSE(refused) << uri;
    EXPECT_NE(refused.error().find("--allow-dir"), std::string::npos) << refused.error();
    EXPECT_TRUE(load(uri, "inside.bin", allowed));
    const Result<Scene> without = load("inside.bin", uri);
    ASSERT_TRUE(without) << without.error();
    EXPECT_NE(without->notes.back().find("--allow-dir"), std::string::npos);
    EXPECT_EQ(write_gltf(*without)->find("c2VjcmV0"), std::string::npos) << "the secret is in the file";
    EXPECT_NE(write_gltf(*load("inside.bin", uri, allowed))->find("c2VjcmV0"), std::string::npos);
  }
}

TEST_F(SideFiles, OfAGltfAreNotMultiplied) {
  std::string buffers;
  for (int i = 0; i < 100; ++i) buffers += R"({"uri":"inside.bin","byteLength":4},)";
  buffers.pop_back();
  write("model/a.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}],"buffers":[)" + buffers + "]}");
  const std::vector<std::string> paths{model()};
  LoadOptions options;
  options.files.max_bytes = 4096;
  EXPECT_TRUE(load_scene(std::span<const std::string>(paths), options));
  write("model/inside.bin", std::string(1000, 'x'));
  const Result<Scene> refused = load_scene(std::span<const std::string>(paths), options);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("--max-file-size"), std::string::npos) << refused.error();
}

TEST(ReadFile, ReadsEveryByteAndRefusesFoldersAndWhatIsNotThere) {
  const std::string path = testing::TempDir() + "kine_read_file";
  std::string bytes;
  for (int i = 0; i < 200000; ++i) bytes += static_cast<char>(i % 256);
  std::ofstream(path, std::ios::binary) << bytes;
  const Result<std::string> read = read_file(path);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, bytes);
  EXPECT_TRUE(read_file(path, {.max_bytes = 200000}));
  EXPECT_EQ(read_file(path, {.max_bytes = 199999}).error(),
            path +
                ": cannot be read: it has 200000 bytes, more than 199999 bytes; --max-file-size "
                "(FileAccess::max_bytes) raises that");
  std::remove(path.c_str());
  EXPECT_EQ(read_file(path).error(), path + ": cannot be read: No such file or directory");
  EXPECT_EQ(read_file(testing::TempDir()).error(), testing::TempDir() + ": cannot be read: Is a directory");
}

#ifndef _WIN32
TEST(ReadFile, EndsWithDevicesThatDoNot) {
  EXPECT_EQ(read_file("/dev/zero", {.max_bytes = std::size_t{1} << 20}).error(),
            "/dev/zero: cannot be read: it has more than 1 MiB; --max-file-size (FileAccess::max_bytes) raises that");
  const Result<std::string> nothing = read_file("/dev/null");
  ASSERT_TRUE(nothing);
  EXPECT_EQ(*nothing, "");
}
#endif

TEST(SizeText, IsExact) {
  EXPECT_EQ(size_text(std::size_t{1} << 30), "1 GiB");
  EXPECT_EQ(size_text(std::size_t{500} << 20), "500 MiB");
  EXPECT_EQ(size_text(1025), "1025 bytes");
  EXPECT_EQ(size_text(0), "0 bytes");
}

}  // namespace
}  // namespace kine
