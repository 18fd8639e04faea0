"""How the timestep is used in practice: physics step, control step, and the three things to check first."""

import math

import mujoco

from physai.experiments.timestep_slab import HALF, SCENE, TOP
from physai.sim import first_overlap

CONTROL_H = 0.02  # the controller acts 50 times a second

model = mujoco.MjModel.from_xml_path(str(SCENE))
data = mujoco.MjData(model)

# 1. The physics step is the model's. The control step is a whole number of physics steps.
physics_h = model.opt.timestep
substeps = round(CONTROL_H / physics_h)
assert abs(substeps * physics_h - CONTROL_H) < 1e-12, "not a whole number of physics steps"
while data.time < 1.0 - physics_h / 2:
    data.ctrl[:] = 0.0  # a controller goes here
    mujoco.mj_step(model, data, substeps)

# 2. After mj_step the contacts are those of the state before it. Ask for those of the state you have.
mujoco.mj_forward(model, data)
assert data.ncon > 0
assert data.qpos[2] > TOP, "the cube is not on the table"

# 3. Thin things first: how far does the fastest body travel in one step?
height, thickness = 1.30, 0.01
speed = math.sqrt(2 * 9.81 * (height - HALF - TOP))
print(f"one step: {speed * physics_h * 1000:.1f} mm, slab: {thickness * 1000:.0f} mm")
overlap = first_overlap(height, HALF, (TOP - thickness, TOP), physics_h)
assert overlap is not None, "no state will overlap the slab"
assert overlap[1] > TOP - thickness / 2, "the first overlap is past the middle: the normal will point down"
print(f"first overlap after {overlap[0]} steps, centre at {overlap[1] * 100:.2f} cm")
