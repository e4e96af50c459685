// kine retarget --all: every clip of a folder on one character.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>
#include <utility>

#include "apps/cli/commands/retarget.h"
#include "apps/cli/draw/terminal.h"
#include "apps/cli/files.h"
#include "apps/cli/outcome.h"
#include "kine/core/internal/text.h"
#include "kine/io.h"
#include "kine/io/text/file_name.h"
#include "kine/io/text/sentence.h"

namespace kine::cli {
namespace {

namespace fs = std::filesystem;

enum class Fate { Waiting, Done, WasThere, Failed };

/// A file of motions, and what became of it.
struct MotionFile {
  std::vector<std::string> files{};  ///< the motion, or its skeleton and the motion
  std::string name{};                ///< its way from the folder, without its ending
  Fate fate = Fate::Waiting;
  std::string why{};  ///< it failed
  int frames = 0;
  double drift = 0, deepest = 0;  ///< of the result, metres
};

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The only .asf in a folder; empty where there is none, or a choice, which load_scene() knows to make by names.
std::string only_skeleton(const fs::path& folder, const std::vector<fs::path>& all) {
  std::string only;
  for (const fs::path& path : all) {
    if (path.parent_path() != folder || file_ending(path.string()) != "asf") continue;
    if (!only.empty()) return {};
    only = path.string();
  }
  return only;
}

/// Every file of motions in a folder and its folders, but for what lies in `out`; in the order of their names.
std::vector<MotionFile> find_motions(const std::string& folder, const std::string& out) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) stop_bad_file("--all: there is no folder " + kine::quoted(folder));
  const fs::path results = fs::weakly_canonical(out, error);
  if (results == fs::weakly_canonical(folder, error)) stop_usage("--out: the folder of the motions holds them already");
  std::vector<fs::path> all;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->is_regular_file(error) && !lies_in(fs::weakly_canonical(at->path(), error), results))
      all.push_back(at->path());
  if (error) stop_bad_file("--all: " + kine::quoted(folder) + ": " + error.message());
  std::ranges::sort(all);
  std::vector<MotionFile> motions;
  std::map<std::string, int> same_name;
  for (const fs::path& path : all) {
    const std::string ending = file_ending(path.string());
    if (ending != "bvh" && ending != "amc" && ending != "glb" && ending != "gltf") continue;
    MotionFile motion;
    if (ending == "amc")
      if (const std::string only = only_skeleton(path.parent_path(), all); !only.empty()) motion.files.push_back(only);
    motion.files.push_back(path.string());
    motion.name = path.lexically_relative(folder).replace_extension().generic_string();
    ++same_name[motion.name];
    motions.push_back(std::move(motion));
  }
  // Two motions that differ in their endings alone keep them.
  for (MotionFile& motion : motions)
    if (same_name[motion.name] > 1) motion.name += "." + file_ending(motion.files.back());
  return motions;
}

/// The ending of what is written: that of the character where motions are written so.
std::string ending_for(const Character& character, const std::string& to) {
  const std::string own = file_ending(to);
  return own == "bvh" ? ".bvh" : own == "asf" && character.scene.asf ? ".amc" : ".glb";
}

class Library {
 public:
  Library(const RetargetCommand& settings, const Character& character, std::vector<MotionFile>& motions)
      : settings_(settings), character_(character), motions_(motions), ending_(ending_for(character, settings.to)) {}

  void run(unsigned workers) {
    show();
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < workers; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    progress("");
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < motions_.size(); i = next_++) {
      MotionFile& motion = motions_[i];
      MotionFile now = motion;
      try {
        retarget(now);
      } catch (const Stop& stop) {
        now.fate = Fate::Failed;
        now.why = stop.sentence;
      } catch (const std::exception& error) {  // a list longer than there can be, a folder that cannot be made
        now.fate = Fate::Failed;
        now.why = error.what();
      }
      const std::lock_guard lock(mutex_);
      motion = std::move(now);
      ++ended_;
      failed_ += motion.fate == Fate::Failed ? 1 : 0;
      show();
    }
  }

  /// All clips of a file, or the one that was asked for.
  void retarget(MotionFile& motion) const {
    RetargetCommand own = settings_;
    own.from = motion.files;
    own.report.clear();
    const bool may_hold_more = file_format(motion.files.back()) == FileFormat::Gltf && settings_.clip.empty();
    const std::size_t clips = may_hold_more ? value_or_bad_file(read_model(own.from, own.in)).clips.size() : 1;
    motion.fate = Fate::WasThere;
    for (std::size_t i = 1; i <= std::max<std::size_t>(clips, 1); ++i) {
      const std::string name = clips > 1 ? motion.name + "." + std::to_string(i) : motion.name;
      if (clips > 1) own.clip = std::to_string(i);
      own.out = place(settings_.out, name, ending_);
      if (!settings_.events.empty()) own.events = place(settings_.events, name, ".json");
      if (settings_.force || !fs::exists(own.out)) retarget(own, motion);
    }
  }

  void retarget(const RetargetCommand& own, MotionFile& motion) const {
    const RetargetedClip done = retarget_clip(own, character_);
    const std::vector<OutputFile> files = retarget_files(done, character_, own);
    for (const OutputFile& file : files) remove_unfinished(file.path);
    // Events without their clip are of a run that was ended.
    write_files(files, true);
    motion.fate = Fate::Done;
    motion.frames += done.clip.frame_count();
    motion.deepest = std::max<double>(motion.deepest, done.report.deepest);
    for (const RetargetReport::Stand& stand : done.report.stands)
      motion.drift = std::max<double>(motion.drift, stand.drift);
  }

  static std::string place(const std::string& folder, const std::string& name, const std::string& ending) {
    const fs::path path = fs::path(folder) / (name + ending);
    fs::create_directories(path.parent_path());
    return path.string();
  }

  void show() const {
    constexpr std::size_t kWidth = 30;  // characters
    const std::size_t filled = motions_.empty() ? kWidth : kWidth * ended_ / motions_.size();
    progress("[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] " + std::to_string(ended_) +
             " of " + std::to_string(motions_.size()) +
             (failed_ > 0 ? ", " + std::to_string(failed_) + " failed" : ""));
  }

  const RetargetCommand& settings_;
  const Character& character_;
  std::vector<MotionFile>& motions_;
  std::string ending_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  ///< of all below, and of what became of the motions
  std::size_t ended_ = 0, failed_ = 0;
};

std::string report_json(const std::vector<MotionFile>& motions) {
  nlohmann::ordered_json json;
  json["clips"] = nlohmann::ordered_json::array();
  for (const MotionFile& motion : motions) {
    nlohmann::ordered_json line;
    line["clip"] = motion.name;
    line["files"] = motion.files;
    line["result"] = motion.fate == Fate::Done ? "done" : motion.fate == Fate::WasThere ? "was there" : "failed";
    if (motion.fate == Fate::Failed) line["why"] = motion.why;
    if (motion.fate == Fate::Done) {
      line["frames"] = motion.frames;
      line["drift"] = motion.drift;
      line["deepest"] = motion.deepest;
    }
    json["clips"].push_back(std::move(line));
  }
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

int retarget_all(const RetargetCommand& settings) {
  if (!settings.from.empty()) stop_usage("--all and --from exclude each other");
  if (!settings.plants.empty()) stop_usage("--plants: they are those of one clip, so they do not go with --all");
  check_output("--report", settings.report, {".json"});
  open_style(settings);  // what is wrong with it is not said of every clip
  std::vector<MotionFile> motions = find_motions(settings.all, settings.out);
  if (motions.empty()) stop_bad_file("--all: there is no .bvh, .amc, .glb or .gltf in " + kine::quoted(settings.all));
  const std::unique_ptr<const Character> character = open_character(settings);
  open_folder(settings.out);
  if (!settings.events.empty()) open_folder(settings.events);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned asked = settings.jobs > 0 ? static_cast<unsigned>(settings.jobs) : cores;
  Library(settings, *character, motions).run(std::min(asked, static_cast<unsigned>(motions.size())));
  if (!settings.report.empty()) write_file(settings.report, report_json(motions), true);
  const auto count = [&](Fate fate) { return std::ranges::count(motions, fate, &MotionFile::fate); };
  for (const MotionFile& motion : motions)
    if (motion.fate == Fate::Failed)
      std::printf("failed: %s: %s\n", printable(motion.name).c_str(),
                  printable(kine::detail::one_line(motion.why)).c_str());
  std::printf("%zu motions: %td done, %td were there already, %td failed\n", motions.size(), count(Fate::Done),
              count(Fate::WasThere), count(Fate::Failed));
  if (count(Fate::Failed) == 0) return 0;
  return fail(std::to_string(count(Fate::Failed)) + " of " + std::to_string(motions.size()) + " motions failed");
}

}  // namespace kine::cli
