"""Where things come to rest: the lab's ball over its parameters, the worked sphere, and a link at its joint stop."""

from __future__ import annotations

from collections.abc import Callable

import mujoco

from physai.experiments.soft_contact_scenes import (
    GRAVITY,
    STEP,
    AtRest,
    Ball,
    configure,
    load,
    place,
    rest_of,
    settle,
)
from physai.experiments.soft_contact_statics import (
    SPHERE_HEIGHT,
    SPHERE_MARGIN,
    SPHERE_RADIUS,
    SPHERE_SOLIMP,
    SPHERE_SPEED,
    parameter,
    units,
)
from physai.measure import Nudge
from physai.results import Quantity, Sheet, source
from physai.sim import soft_friction, soft_reference, soft_rest
from physai.sim.contact import SOLIMP, SOLREF, SolRef
from physai.sim.soft_mixing import Surface, mixed

DROP = 0.1  # of the lab: height of the lowest point at the start
TOUCHING = 0.0  # height of the ball's lowest point
STOP_ARM, STOP_ARMATURE, STOP_TORQUE = 0.2, 0.01, 1.0


def predicted(
    setting: Ball, nudge: Nudge, load: float = GRAVITY, softness: float = 1.0, solref: SolRef | None = None
) -> float:
    """Rest depth by bisection; `softness` multiplies the load, `solref` overrides the setting's."""
    k, _ = soft_reference.reference_kb(solref or setting.solref, setting.solimp, setting.h)
    return soft_rest.rest_depth(softness * load, k, setting.solimp, nudge(1.0))


def put_depths(sheet: Sheet, nudge: Nudge) -> None:
    """Put rest depth over time constant, constant impedance, direct format, mass and mixed parameters."""
    sheet.put("default.timeconst", parameter(SOLREF[0], "s"))
    sheet.put("default.dampratio", parameter(SOLREF[1]))
    for name, value in zip(("d0", "dw", "width", "midpoint", "power"), SOLIMP, strict=True):
        sheet.put(f"default.{name}", parameter(value, "m" if name == "width" else ""))
    scene, _ = load("lab")  # the file that the browser loads too: what the page says of it is read from it
    radius = float(scene.geom("ball").size[0])
    said = {"h": (scene.opt.timestep, "s"), "radius": (radius, "m"), "mass": (scene.body("ball").mass[0], "kg")}
    for name, (value, unit) in said.items():
        sheet.put(f"lab.{name}", parameter(float(value), unit))
    sheet.put("lab.drop", parameter(round(float(scene.body("ball").pos[2]) - radius, 12), "m"))
    sheet.put("gravity", parameter(GRAVITY, "m/s²"))
    worst, depths = 0.0, {}
    for timeconst in (0.004, 0.01, 0.02, 0.03, 0.05, 0.1):
        setting = Ball((timeconst, 1.0))
        rest = settle(setting, nudge(TOUCHING), max(0.6, 35 * timeconst))
        keys = {"timeconst": parameter(timeconst, "s")}
        worst = max(worst, _row(sheet, "rest_timeconst", keys, rest, predicted(setting, nudge)))
        depths[timeconst] = rest.depth
    for name, (low, high) in {"depth.ratio": (0.01, 0.02), "depth.ratio.deep": (0.05, 0.1)}.items():
        sheet.put(name, Quantity(depths[high] / depths[low], kind="converged", by=source(put_depths)))
    for d in (0.5, 0.8, 0.9, 0.95, 0.99):
        rest = settle(Ball(solimp=(d, d, 0.001, 0.5, 2.0)), nudge(TOUCHING))
        closed = soft_rest.constant_depth(GRAVITY, nudge(d), *SOLREF)
        _row(sheet, "rest_constant", {"d": parameter(d)}, rest, closed, soft_rest.constant_depth)
    for stiffness, damping in ((400.0, 40.0), (2500.0, 100.0), (2500.0, 20.0), (10000.0, 200.0)):
        setting = Ball((-stiffness, -damping))
        rest = settle(setting, nudge(TOUCHING), 60 / damping)
        keys = {"stiffness": parameter(stiffness, "s⁻²"), "damping": parameter(damping, "s⁻¹")}
        _row(sheet, "rest_direct", keys, rest, predicted(setting, nudge))
    for mass in (0.1, 1.0, 10.0):
        setting = Ball(mass=mass)
        _row(
            sheet,
            "rest_mass",
            {"mass": parameter(mass, "kg")},
            settle(setting, nudge(TOUCHING)),
            predicted(setting, nudge),
        )
    stale = settle(Ball(mass=10.0, set_const=False), nudge(TOUCHING))
    sheet.put("stale.depth", Quantity(stale.depth, "m", "converged", source(settle)))
    sheet.put("default.depth", Quantity(predicted(Ball(), nudge), "m", "converged", source(soft_rest.rest_depth)))
    sheet.put("step4.worst", Quantity(worst, kind="rounding", by=source(_row), bound="<1e-7"))
    put_mixed(sheet, nudge)


def _row(
    sheet: Sheet,
    table: str,
    keys: dict[str, Quantity],
    rest: AtRest,
    own: float,
    by: Callable[..., float] = soft_rest.rest_depth,
) -> float:
    """Add a row of depths, `own` computed by `by`; return the relative difference between measured and predicted."""
    cells = {
        "measured": Quantity(rest.depth, "m", "converged", source(settle)),
        "predicted": Quantity(own, "m", "converged" if by is soft_rest.rest_depth else "exact", source(by)),
        "force": Quantity(rest.force, "N", "converged", source(settle)),
    }
    sheet.row(table, keys, cells)
    return abs(rest.depth / own - 1)


def put_mixed(sheet: Sheet, nudge: Nudge) -> None:
    """Put rest depth when floor and ball differ: average, solmix, priority, and a direct-format geom."""
    soft, heavy = Surface((0.05, 1.0)), Surface((0.05, 1.0), solmix=3.0)
    gentle = Surface(solimp=(0.5, 0.75, 0.001, 0.5, 2.0))
    twin, slack = Surface((-2500.0, -100.0)), Surface((-400.0, -40.0))
    cases = {
        "average": (Surface(), soft),
        "solmix": (Surface(), heavy),
        "priority": (Surface(priority=1), soft),
        "impedance": (Surface(), gentle),
        "direct": (Surface(), twin),
        "direct_soft": (twin, slack),
    }
    sheet.put("mixed.timeconst", parameter(soft.solref[0], "s"))
    sheet.put("mixed.solmix", parameter(heavy.solmix))
    sheet.put("mixed.d0", parameter(gentle.solimp[0]))
    sheet.put("mixed.dw", parameter(gentle.solimp[1]))
    sheet.put("mixed.stiffness", parameter(-slack.solref[0], "s⁻²"))
    for case, (floor, geom) in cases.items():
        model, data = load("lab")
        configure(model, data, Ball())
        for index, surface in enumerate((floor, geom)):
            model.geom_solref[index], model.geom_solimp[index] = surface.solref, surface.solimp
            model.geom_solmix[index], model.geom_priority[index] = surface.solmix, surface.priority
        place(model, data, nudge(TOUCHING))
        solref, solimp = mixed(floor, geom)
        rest = rest_of(model, data, 1.5)
        k, _ = soft_reference.reference_kb(solref, solimp, STEP)
        depth = soft_rest.rest_depth(GRAVITY, k, solimp, nudge(1.0))
        unit, _ = units(solref)
        cells = {
            "first": Quantity(float(data.contact[0].solref[0]), unit, by=source(put_mixed)),
            "own_first": Quantity(solref[0], unit, by=source(mixed)),
            "measured": Quantity(rest.depth, "m", "converged", source(rest_of)),
            "predicted": Quantity(depth, "m", "converged", source(soft_rest.rest_depth)),
        }
        sheet.row("rest_mixed", {"case": Quantity(case, kind="parameter")}, cells)


def put_sphere_rest(sheet: Sheet, nudge: Nudge) -> None:
    """Put where the worked sphere comes to rest: with its curve, with a constant impedance, for three masses."""
    k, _ = soft_reference.reference_kb(SOLREF, SPHERE_SOLIMP)
    depth = soft_rest.rest_depth(GRAVITY, k, SPHERE_SOLIMP, nudge(1.0))
    by = source(put_sphere_rest)
    sheet.put("sphere.rest.r", Quantity(-depth, "m", "converged", source(soft_rest.rest_depth)))
    d = soft_rest.at_rest(depth, GRAVITY, k, 0.0, SPHERE_SOLIMP).d
    sheet.put("sphere.rest.d", Quantity(d, kind="converged", by=source(soft_rest.at_rest)))
    sheet.put("sphere.rest.gap", Quantity(SPHERE_MARGIN - depth, "m", "converged", by))
    constant = soft_rest.constant_depth(GRAVITY, nudge(0.95), *SOLREF)
    sheet.put("sphere.rest.constant", Quantity(-constant, "m", by=source(soft_rest.constant_depth)))
    for mass in (0.1, 2.0, 10.0):
        model, data = load("sphere")
        model.body_inertia[1] *= mass / model.body_mass[1]
        model.body_mass[1] = mass
        mujoco.mj_setConst(model, data)
        mujoco.mj_resetData(model, data)
        data.qpos[2], data.qvel[2] = nudge(SPHERE_HEIGHT), SPHERE_SPEED
        rest = rest_of(model, data, 2.0)
        cells = {
            "gap": Quantity(-rest.depth, "m", "converged", source(rest_of)),
            "height": Quantity(float(data.qpos[2]) - SPHERE_RADIUS, "m", "converged", by),
            "force": Quantity(rest.force, "N", "converged", source(rest_of)),
        }
        sheet.row("sphere_mass", {"mass": parameter(mass, "kg")}, cells)


def put_cone(sheet: Sheet, nudge: Nudge) -> None:
    """Put rest depth against friction, for both cones, and against condim and impratio for the pyramid."""
    for mu in (0.2, 0.5, 1.0, 2.0):
        friction = (mu, 0.005, 0.0001)
        softness = soft_friction.edge_softness(nudge(mu))
        pyramid = settle(Ball(condim=3, friction=friction), nudge(TOUCHING))
        ellipse = settle(Ball(condim=3, friction=friction, elliptic=True), nudge(TOUCHING))
        cells = {
            "pyramidal": Quantity(pyramid.depth, "m", "converged", source(settle)),
            "predicted": Quantity(predicted(Ball(), nudge, softness=softness), "m", "converged", source(predicted)),
            "softness": Quantity(softness, by=source(soft_friction.edge_softness)),
            "elliptic": Quantity(ellipse.depth, "m", "converged", source(settle)),
        }
        sheet.row("cone", {"mu": parameter(mu)}, cells)
    for condim in (3, 4, 6):
        for impratio in (1.0, 5.0):
            softness = soft_friction.edge_softness(1.0, nudge(impratio), condim)
            rest = settle(Ball(condim=condim, impratio=impratio), nudge(TOUCHING))
            cells = {
                "measured": Quantity(rest.depth, "m", "converged", source(settle)),
                "predicted": Quantity(predicted(Ball(), nudge, softness=softness), "m", "converged", source(predicted)),
            }
            keys = {"condim": Quantity(condim, kind="parameter"), "impratio": parameter(impratio)}
            sheet.row("edges", keys, cells)


def put_lab(sheet: Sheet, nudge: Nudge) -> None:
    """Put what the page's lab must show at rest, for eight settings of its sliders."""
    settings = (
        (0.02, 1.0, 0.9, 0.95, 1.0), (0.05, 1.0, 0.9, 0.95, 1.0), (0.02, 0.5, 0.9, 0.95, 1.0),
        (0.02, 1.0, 0.5, 0.95, 1.0), (0.02, 1.0, 0.95, 0.99, 1.0), (0.02, 1.0, 0.9, 0.95, 10.0),
        (0.01, 0.3, 0.7, 0.9, 2.5), (0.04, 1.5, 0.6, 0.8, 0.3),
    )  # fmt: skip
    for timeconst, dampratio, d0, dw, mass in settings:
        setting = Ball((timeconst, dampratio), (d0, dw, 0.001, 0.5, 2.0), mass)
        rest = settle(setting, nudge(TOUCHING), max(0.6, 35 * timeconst) if dampratio <= 1 else 4.5)
        keys = {
            "timeconst": parameter(timeconst, "s"),
            "dampratio": parameter(dampratio),
            "d0": parameter(d0),
            "dw": parameter(dw),
            "mass": parameter(mass, "kg"),
        }
        _row(sheet, "lab", keys, rest, predicted(setting, nudge))


def put_stop(sheet: Sheet, nudge: Nudge) -> None:
    """Put how far a link pushes into its joint stop, for three masses and three loads."""
    sheet.put("stop.arm", parameter(STOP_ARM, "m"))
    sheet.put("stop.armature", parameter(STOP_ARMATURE, "kg·m²"))
    sheet.put("stop.torque", parameter(STOP_TORQUE, "N·m"))
    geared_depths = []
    for mass in (0.1, 1.0, 10.0):
        bare, own_bare = stop_depth(mass, 0.0, 0.0, nudge)
        geared, own_geared = stop_depth(mass, STOP_ARMATURE, 0.0, nudge)
        driven, own_driven = stop_depth(mass, 0.0, STOP_TORQUE, nudge)
        cells = {
            "bare": Quantity(bare, "rad", "converged", source(stop_depth)),
            "geared": Quantity(geared, "rad", "converged", source(stop_depth)),
            "driven": Quantity(driven, "rad", "converged", source(stop_depth)),
            "own_bare": Quantity(own_bare, "rad", "converged", source(soft_rest.rest_depth)),
            "own_geared": Quantity(own_geared, "rad", "converged", source(soft_rest.rest_depth)),
            "own_driven": Quantity(own_driven, "rad", "converged", source(soft_rest.rest_depth)),
        }
        sheet.row("stop", {"mass": parameter(mass, "kg")}, cells)
        geared_depths.append(geared)
    sheet.put("stop.ratio", Quantity(geared_depths[-1] / geared_depths[0], kind="converged", by=source(put_stop)))


def stop_depth(mass: float, armature: float, torque: float, nudge: Nudge) -> tuple[float, float]:
    """Depth [rad] beyond the stop, measured and from the balance; a torque (pushing down) replaces gravity."""
    model, data = load("stop")
    model.dof_armature[0] = armature
    model.body_inertia[1] *= mass / model.body_mass[1]
    model.body_mass[1] = mass
    mujoco.mj_setConst(model, data)
    mujoco.mj_resetData(model, data)
    if torque:
        model.opt.gravity[2] = 0.0
        data.ctrl[0] = -torque
    data.qpos[0] = nudge(0.0)
    mujoco.mj_step(model, data, 2000)
    inertia = mass * STOP_ARM**2 + float(model.body_inertia[1, 0]) + armature
    pressing = torque if torque else mass * GRAVITY * STOP_ARM
    k, _ = soft_reference.reference_kb(SOLREF, SOLIMP, model.opt.timestep)
    return -float(data.qpos[0]), soft_rest.rest_depth(pressing / inertia, k, SOLIMP, nudge(1.0))
