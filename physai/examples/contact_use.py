"""Choose a contact from the depth you can accept, then let the engine tell you what it really uses."""

import math

import mujoco

from physai.sim import contact_growth, impedance, resting_penetration

h, load, dw = 0.002, 9.81, 0.95
depth = 0.0005  # how far a ball may sink into the table [m]

# 1. the equation at rest, solved for timeconst: no iteration, because the depth gives the impedance
d = impedance(depth)
timeconst = d / dw * math.sqrt(depth / ((1 - d) * load))
assert math.isclose(resting_penetration(load, (timeconst, 1.0), h=h), depth)

# 2. above the guard, and stable at this timestep?
assert timeconst > 2 * h
assert contact_growth((timeconst, 1.0), h=h) < 1

# 3. on one geom, with priority: no average with the other geom
model = mujoco.MjModel.from_xml_string(
    f"""
    <mujoco>
      <option timestep="{h}" cone="elliptic"/>
      <worldbody>
        <geom type="plane" size="1 1 0.1"/>
        <body pos="0 0 0.05">
          <freejoint/>
          <geom type="sphere" size="0.05" mass="1" priority="1" solref="{timeconst} 1"/>
        </body>
      </worldbody>
    </mujoco>
    """
)
data = mujoco.MjData(model)
while data.time < 2:
    mujoco.mj_step(model, data)
mujoco.mj_forward(model, data)  # contacts of this state, not of the one before the last step

# 4. read back what the solver used: the time constant behind B, not the one stored with the contact
damping = data.efc_KBIP[0, 1]
assert math.isclose(2 / (dw * damping), timeconst)
assert math.isclose(-data.contact.dist[0], depth, rel_tol=1e-6)
print(f"timeconst {timeconst * 1000:.2f} ms, depth at rest {-data.contact.dist[0] * 1000:.4f} mm")
