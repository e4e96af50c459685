#include "apps/cli/commands/walk_reach.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "apps/cli/outcome.h"
#include "apps/cli/parse_text.h"
#include "kine/core/internal/text.h"

namespace kine::cli {
namespace {

/// The objects of a file: one per row, or one that moves.
std::vector<WalkObject> read_objects(const std::string& path, const FileAccess& access) {
  const std::vector<std::vector<double>> rows = read_rows("--reach", path, 3, access);
  if (rows.empty()) stop_bad_file("--reach: " + path + ": no rows of x,y,z or t,x,y,z");
  const std::size_t columns = rows.front().size();
  for (const std::vector<double>& row : rows)
    if (row.size() != columns || columns > 4)
      stop_bad_file("--reach: " + path + ": expected x,y,z or t,x,y,z in every row, not " + std::to_string(row.size()) +
                    " numbers");
  std::vector<WalkObject> objects;
  if (columns == 3) {
    for (const std::vector<double>& row : rows)
      objects.push_back({path + " row " + std::to_string(objects.size() + 1), {{0, {row[0], row[1], row[2]}}}});
    return objects;
  }
  WalkObject moving{path, {}};
  for (const std::vector<double>& row : rows) {
    if (!moving.places.empty() && !(row[0] > moving.places.back().time))
      stop_bad_file("--reach: " + path + ": times must rise");
    moving.places.push_back({row[0], {row[1], row[2], row[3]}});
  }
  objects.push_back(std::move(moving));
  return objects;
}

const char* side_name(int hand) { return hand == 0 ? "left" : "right"; }

}  // namespace

Vec3 WalkObject::at(double time) const {
  if (time <= places.front().time) return places.front().point;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Place &a = places[i - 1], &b = places[i];
    if (time <= b.time) return a.point + ((time - a.time) / (b.time - a.time)) * (b.point - a.point);
  }
  return places.back().point;
}

std::vector<WalkObject> load_objects(std::span<const std::string> wishes, const FileAccess& access) {
  std::vector<WalkObject> objects;
  for (const std::string& wish : wishes) {
    if (const Result<Vec3> point = parse_point(wish)) {
      objects.push_back({wish, {{0, *point}}});
      continue;
    }
    if (!wish.ends_with(".csv")) stop_usage("--reach: " + kine::quoted(wish) + " is neither X,Y,Z nor a .csv file");
    for (WalkObject& object : read_objects(wish, access)) objects.push_back(std::move(object));
  }
  return objects;
}

HoldKeeper::HoldKeeper(WalkRecord& record, std::span<const WalkObject> objects, const Quat& file_from_walk)
    : record_(record), file_from_walk_(file_from_walk) {
  for (const WalkObject& object : objects) record_.objects.push_back({object.name, -1});
}

void HoldKeeper::frame(const ReachReport& report, std::span<const ObjectInReach> objects, double time) {
  if (report.looks_at >= 0) {
    double& since = record_.objects[static_cast<std::size_t>(report.looks_at)].looked_at;
    if (since < 0) since = time;
  }
  for (int side = 0; side < 2; ++side) {
    const ReachReport::Hand& hand = report.hands[side];
    if (hand.fault && record_.arm_faults[static_cast<std::size_t>(side)].empty())
      record_.arm_faults[static_cast<std::size_t>(side)] = hand.fault.sentence();
    int& open = open_[static_cast<std::size_t>(side)];
    const bool same = open >= 0 && record_.holds[static_cast<std::size_t>(open)].object == hand.object;
    if (!hand.holds || !same) open = -1;
    if (!hand.holds) continue;
    const Vec3 at = rotate(file_from_walk_, objects[static_cast<std::size_t>(hand.object)].point);
    if (open < 0) {
      open = static_cast<int>(record_.holds.size());
      record_.holds.push_back({.hand = side, .object = hand.object, .start = time, .end = time, .position = at});
    }
    HoldRecord& hold = record_.holds[static_cast<std::size_t>(open)];
    hold.end = time;
    hold.miss = std::max<double>(hold.miss, hand.miss);
  }
}

std::string reach_lines(const WalkRecord& record) {
  std::string text;
  char line[160];
  for (std::size_t i = 0; i < record.objects.size(); ++i) {
    text += record.objects[i].name + ":";
    bool held = false;
    for (const HoldRecord& hold : record.holds) {
      if (hold.object != static_cast<int>(i)) continue;
      std::snprintf(line, sizeof line, "%s in the %s hand from %.2f to %.2f s within %.4f mm", held ? "," : "",
                    side_name(hold.hand), hold.start, hold.end, 1e3 * hold.miss);
      text += line;
      held = true;
    }
    if (!held && record.objects[i].looked_at >= 0) {
      std::snprintf(line, sizeof line, " looked at from %.2f s on, never in a hand", record.objects[i].looked_at);
      text += line;
    } else if (!held) {
      text += " never near enough";
    }
    text += '\n';
  }
  for (int side = 0; side < 2; ++side)
    if (const std::string& fault = record.arm_faults[static_cast<std::size_t>(side)]; !fault.empty())
      text += std::string("note: the ") + side_name(side) + " arm cannot reach: " + fault + "\n";
  return text;
}

}  // namespace kine::cli
