// What a crawler of the C API holds. Private to the C API.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/c/src/handles.hpp"
#include "kine/motion/crawl.h"

struct kine_crawler {
  kine_crawler(std::shared_ptr<const kine::Skeleton> skeleton, kine::Crawler crawler, std::span<const double> standing)
      : model(std::move(skeleton)), body(std::move(crawler)), scratch(body), pose(standing.begin(), standing.end()) {}

  std::shared_ptr<const kine::Skeleton> model;
  kine::Crawler body;
  kine::Scratch scratch;
  std::vector<double> pose;  // working values for doing a frame again
  kine::CrawlGait gait{};
  kine::CrawlState state{};
  bool crawled = false;
  // The last frame: what went in, and what came out.
  kine::CrawlState before{};
  kine::Stick stick{};
  double dt = 0;
  kine::CrawlReport report{};
};
