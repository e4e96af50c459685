"""Where Blender puts the bones or nodes of a motion file, as JSON: run by blender.test.mjs inside Blender.

blender --background --factory-startup --python blender_positions.py -- FILE RATE FRAME...
"""
import builtins
import json
import sys

import bpy
import numpy

# Debian's Blender 3.4 is older than its Python and numpy: its importers ask for a mode of open ("rU") and for a type
# (numpy.bool) that are gone.
if not hasattr(numpy, "bool"):
    numpy.bool = bool
plain_open = builtins.open
builtins.open = lambda file, mode="r", *more, **named: plain_open(file, mode.replace("U", ""), *more, **named)

path, rate, *frames = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = round(float(rate))
first = 0
if path.endswith(".bvh"):
    # The file's own axes. Its first frame comes one after the start.
    first = 1
    bpy.ops.import_anim.bvh(filepath=path, axis_forward="Y", axis_up="Z", frame_start=0)
else:
    bpy.ops.import_scene.gltf(filepath=path)


def places():
    found = {}
    for thing in bpy.context.scene.objects:
        if thing.type == "ARMATURE":
            for bone in thing.pose.bones:
                found[bone.name] = list(thing.matrix_world @ bone.head)
        else:
            found[thing.name] = list(thing.matrix_world.translation)
    return found


result = {}
for frame in frames:
    bpy.context.scene.frame_set(first + int(frame))
    result[frame] = places()
print("PLACES " + json.dumps(result))
