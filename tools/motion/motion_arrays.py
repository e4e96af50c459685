"""Forward kinematics of all frames of a BVH at once, and how fast its bones turn: nothing of kine is used."""
import numpy as np

UP = {"y": lambda p: p, "z": lambda p: p[..., [0, 2, 1]] * [1, 1, -1], "x": lambda p: p[..., [1, 0, 2]] * [-1, 1, 1]}


def turns_about(axis, angle):
    out = np.zeros((len(angle), 3, 3))
    i = "XYZ".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    out[:, i, i] = 1
    out[:, j, j] = out[:, k, k] = np.cos(angle)
    out[:, k, j], out[:, j, k] = np.sin(angle), -np.sin(angle)
    return out


def place_all(bvh):
    """World positions, world turns and local turns of each joint in each frame."""
    frames = np.array(bvh.frames).reshape(len(bvh.frames), -1)
    count = len(frames)
    at, world, local, k = [], [], [], 0
    for j, channels in enumerate(bvh.channels):
        shift, own, moved = np.tile(bvh.offsets[j], (count, 1)), np.tile(np.eye(3), (count, 1, 1)), False
        for channel in channels:
            value = frames[:, k]
            k += 1
            if channel.endswith("position"):
                if not moved:
                    shift, moved = np.zeros((count, 3)), True
                shift[:, "XYZ".index(channel[0])] += value * bvh.metres
            else:
                own = own @ turns_about(channel[0], np.radians(value))
        parent = bvh.parents[j]
        if moved and parent >= 0:
            shift = shift + bvh.offsets[j]
        at.append(shift if parent < 0 else at[parent] + np.einsum("fij,fj->fi", world[parent], shift))
        world.append(own if parent < 0 else world[parent] @ own)
        local.append(own)
    return at, world, local


def rates(turn, rate):
    """How fast it turns from frame to frame, and how that changes: radians a second, as vectors in the frame of `turn`."""
    step = np.einsum("fji,fjk->fik", turn[:-1], turn[1:])
    v = np.stack([step[:, 2, 1] - step[:, 1, 2], step[:, 0, 2] - step[:, 2, 0], step[:, 1, 0] - step[:, 0, 1]], 1) / 2
    sine = np.linalg.norm(v, axis=1)
    angle = np.arctan2(sine, (np.trace(step, axis1=1, axis2=2) - 1) / 2)
    return v * (np.where(sine > 1e-12, angle / np.maximum(sine, 1e-12), 1) * rate)[:, None]
