"""Read contacts back from the engine: what was written, what is used, and how much weight it really gets."""

import mujoco
import numpy as np

from physai.sim import effective_weight, used_solref

model = mujoco.MjModel.from_xml_string(
    """
    <mujoco>
      <option timestep="0.005"/>
      <worldbody>
        <geom type="plane" size="2 2 0.1" condim="1"/>
        <body pos="0 0 1.03">
          <joint type="hinge" axis="0 -1 0"/>
          <geom type="capsule" fromto="0 0 0 1 0 0" size="0.01" mass="1" contype="0" conaffinity="0"/>
          <geom type="sphere" size="0.05" pos="1 0 0" mass="0.1" condim="1" priority="1"
                solref="0.004 1" solimp="0.9 0.9 0.001"/>
        </body>
      </worldbody>
    </mujoco>
    """
)
data = mujoco.MjData(model)
data.qpos[0] = -1.3755  # the arm hangs down steeply; its tip touches the floor
mujoco.mj_forward(model, data)
row = data.contact[0].efc_address

# 1. the guard raised timeconst; the contact still lists what was written, only the row tells
k, b, d, slope = data.efc_KBIP[row]
assert tuple(data.contact[0].solref) == (0.004, 1)
timeconst = used_solref((0.004, 1), h=0.005)[0]
assert np.isclose(b, 2 / (0.9 * timeconst))

# 2. the estimate behind R is not the row's own inverse inertia in this pose
jacobian = data.efc_J.reshape(data.nefc, -1)[row : row + 1]
solved = np.zeros_like(jacobian)
mujoco.mj_solveM(model, data, solved, jacobian)
a, a_hat = (jacobian @ solved.T).item(), data.efc_diagA[row]
weight = effective_weight(d, a_hat / a)
assert weight < 0.8 < d

# 3. and the engine moves by that weight, not by d
a_free, a_1 = (jacobian @ data.qacc_smooth).item(), (jacobian @ data.qacc).item()
assert np.isclose(a_1, (1 - weight) * a_free + weight * data.efc_aref[row])

# 4. diagexact takes the true value instead of the estimate
model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_DIAGEXACT
mujoco.mj_forward(model, data)
a_1 = (jacobian @ data.qacc).item()
assert np.isclose(a_1, (1 - d) * a_free + d * data.efc_aref[row])
print(f"set {d:.3f}, effective {weight:.3f} (estimate over true value {a_hat / a:.2f}), with diagexact {d:.3f}")
