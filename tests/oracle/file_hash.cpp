// What our readers make of files, as numbers to compare: tests/oracle/wasm_files.test.mjs makes the same of the same
// bytes through WebAssembly.
//   oracle_file_hash < LIST    each line of LIST: files that belong together, apart by tabs; a line each on standard
//                              output: a hash of all that was read and of what we write of it, or of the refusal
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "kine/io/asf_amc.h"
#include "kine/io/bvh.h"
#include "kine/io/formats/figure.h"
#include "kine/io/gltf.h"
#include "kine/io/grid.h"
#include "kine/io/load.h"
#include "kine/io/text/file_name.h"
#include "kine/model/pose.h"

namespace {

using namespace kine;

/// Two lanes of 32 bits, which JavaScript can do fast.
class Hash {
 public:
  void word(std::uint32_t w) {
    a_ = (a_ ^ w) * 0x01000193u;
    b_ = (b_ ^ w) * 0x85ebca6bu;
    b_ ^= b_ >> 15;
  }
  void number(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    word(static_cast<std::uint32_t>(bits));
    word(static_cast<std::uint32_t>(bits >> 32));
  }
  void numbers(std::initializer_list<double> list) {
    for (const double value : list) number(value);
  }
  void text(std::string_view bytes) {
    word(static_cast<std::uint32_t>(bytes.size()));
    for (const char c : bytes) word(static_cast<unsigned char>(c));
  }
  std::string hex() const {
    char out[20];
    std::snprintf(out, sizeof out, "%08x%08x", a_, b_);
    return out;
  }

 private:
  std::uint32_t a_ = 0x811c9dc5u, b_ = 0x9e3779b9u;
};

void mix(Hash& hash, const Skeleton& skeleton) {
  hash.word(static_cast<std::uint32_t>(skeleton.joint_count()));
  for (int i = 0; i < skeleton.joint_count(); ++i) {
    const Joint& joint = skeleton.description({i});
    hash.text(joint.name);
    hash.word(static_cast<std::uint32_t>(skeleton.kind({i})));
    hash.word(static_cast<std::uint32_t>(skeleton.parent({i}).index));
    const auto& [t, r, s] = joint.rest;
    hash.numbers({t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z});
  }
  hash.word(static_cast<std::uint32_t>(skeleton.freedom_count()));
  for (int i = 0; i < skeleton.freedom_count(); ++i) {
    const Skeleton::Freedom& freedom = skeleton.freedom(i);
    hash.numbers({freedom.limits.lower, freedom.limits.upper, freedom.max_speed, freedom.weight});
  }
}

void mix(Hash& hash, const Skeleton& skeleton, const Clip& clip) {
  hash.text(clip.name);
  hash.number(clip.rate());
  hash.word(static_cast<std::uint32_t>(clip.frame_count()));
  for (const double value : clip.poses()) hash.number(value);
  Shape shape(skeleton);
  Pose pose = skeleton.rest_pose();
  for (const double part : {0.0, 0.5, 1.0}) {
    sample(skeleton, clip, part * clip.duration(), pose.q, shape);
    for (const double value : pose.q) hash.number(value);
    for (std::size_t i = 0; i < shape.translation.size(); ++i) {
      const Vec3 &t = shape.translation[i], &s = shape.scale[i];
      hash.numbers({t.x, t.y, t.z, s.x, s.y, s.z});
    }
  }
}

void mix(Hash& hash, const Result<std::string>& written) { hash.text(written ? *written : written.error()); }

void mix(Hash& hash, const Scene& scene) {
  hash.text(scene.name);
  hash.number(scene.metres_per_unit);
  hash.word(static_cast<std::uint32_t>(to_char(scene.up)));
  for (const std::string& note : scene.notes) hash.text(note);
  for (const Scene::Alias& alias : scene.aliases) {
    hash.text(alias.name);
    hash.word(static_cast<std::uint32_t>(alias.joint.index));
  }
  mix(hash, scene.skeleton);
  for (const Clip& clip : scene.clips) mix(hash, scene.skeleton, clip);
  mix(hash, write_glb(scene));
  AsfOptions asf{.rig = scene.asf, .progress = {}};
  if (scene.asf) asf.metres_per_unit = scene.metres_per_unit;
  mix(hash, write_asf(scene.skeleton, asf));
  if (scene.clips.empty()) return;
  mix(hash, write_bvh(scene.skeleton, scene.clips[0]));
  mix(hash, write_amc(scene.skeleton, scene.clips[0], asf));
}

void mix(Hash& hash, const HeightGridFile& terrain) {
  const HeightGrid& grid = terrain.grid;
  const Vec3& first = grid.first();
  const double wide = (grid.columns() - 1) * grid.cell_x(), deep = (grid.rows() - 1) * grid.cell_z();
  hash.numbers({first.x, first.x + wide, first.z, first.z + deep});
  hash.word(static_cast<std::uint32_t>(grid.columns()));
  hash.word(static_cast<std::uint32_t>(grid.rows()));
  for (const std::string& note : terrain.notes) hash.text(note);
  constexpr int kAlong = 40;
  for (int i = 0; i <= kAlong; ++i) {
    for (int k = 0; k <= kAlong; ++k) {
      const auto sample = grid.sample(first.x + wide * i / kAlong, first.z + deep * k / kAlong);
      hash.word(sample ? 1 : 0);
      if (sample) hash.numbers({sample->height, sample->normal.x, sample->normal.y, sample->normal.z});
    }
  }
}

template <class T>
std::string hash_of(const Result<T>& read) {
  Hash hash;
  if (read) {
    mix(hash, *read);
  } else {
    hash.text(read.error());
  }
  return hash.hex();
}

bool is_terrain(const std::string& name) {
  const std::string ending = file_ending(name);
  return ending == "png" || ending == "asc" || ending == "csv";
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::vector<NamedFile> files;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find('\t', at), line.size());
      const std::string path = line.substr(at, end - at);
      std::ifstream in(path, std::ios::binary);
      files.push_back({path, std::string(std::istreambuf_iterator<char>(in), {})});
      at = end + 1;
    }
    const std::string hash = is_terrain(files[0].name) ? hash_of(read_height_grid(files[0].bytes, files[0].name))
                                                       : hash_of(load_scene(files));
    std::printf("%s\n", hash.c_str());
  }
  return 0;
}
