#pragma once

/// All of kine's files in one include: link kine::io. What is read becomes a Scene (skeleton, clips, units, notes), or
/// a HeightGridFile; `load_scene` and `load_height_grid` tell the formats apart by themselves.

#include "kine/version.h"

#include "kine/io/asf_amc.h"
#include "kine/io/bake_scale.h"
#include "kine/io/bone_map_file.h"
#include "kine/io/bvh.h"
#include "kine/io/file_access.h"
#include "kine/io/gltf.h"
#include "kine/io/grid.h"
#include "kine/io/load.h"
#include "kine/io/progress.h"
#include "kine/io/scene.h"
#include "kine/io/style_file.h"
#include "kine/io/urdf.h"
