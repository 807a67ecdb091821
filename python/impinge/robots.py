# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Robots: links that joints move, as plain records; and what is asked about them. Names are those of <impinge/robot.h>."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._progress import watched
from ._record import Record, equal
from .answers import Floats, Indices, LeastDistance
from .engine import options_of
from .options import Progress
from .words import Certainty, JointKind, LinkPairKind, OpenBodies


@dataclass(eq=False, repr=False)
class JointMimic(Record):
    """A joint that follows another one: its value is multiplier * value of that one + offset."""

    joint: int = 0
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(eq=False, repr=False)
class RobotJoint(Record):
    """A joint between two links. Values are in radians, or for prismatic ones in units of ``axis``."""

    name: str
    kind: Union[JointKind, str] = JointKind.fixed
    parent: int = 0
    child: int = 0
    origin: Any = None  #: a pose; None: that of the parent
    axis: Any = (1.0, 0.0, 0.0)
    lower: float = -math.inf
    upper: float = math.inf
    mimic: Optional[JointMimic] = None


@dataclass(eq=False, repr=False)
class LinkBody(Record):
    """A part of a link: a mesh, or a simple solid as it is; one of the two."""

    name: str = ""
    mesh: Optional[_core.Mesh] = None
    solid: Optional[_core.Solid] = None
    origin: Any = None  #: a pose in the frame of the link


@dataclass(eq=False, repr=False)
class RobotLink(Record):
    """A link with what it consists of; there may be nothing."""

    name: str
    bodies: Sequence[LinkBody] = ()


@dataclass(eq=False, repr=False)
class DisabledLinks(Record):
    """Two links that are not checked against each other."""

    a: int
    b: int
    reason: str = ""


@dataclass(eq=False, repr=False)
class JointGroup(Record):
    """Joints that belong together, with the links between them."""

    name: str
    joints: Any = ()
    links: Any = ()


@dataclass(eq=False, repr=False)
class NamedState(Record):
    """A state that has a name."""

    name: str
    group: str = ""
    values: Sequence[tuple[int, float]] = ()


@dataclass(eq=False, repr=False)
class RobotModel(Record):
    """What a robot is made from; links and joints together make a tree."""

    name: str = ""
    links: Sequence[RobotLink] = ()
    joints: Sequence[RobotJoint] = ()
    disabled: Sequence[DisabledLinks] = ()
    groups: Sequence[JointGroup] = ()
    states: Sequence[NamedState] = ()


@dataclass(eq=False, repr=False)
class RobotFiles(Record):
    """How a robot is read, see ``load_robot``."""

    srdf: Any = None  #: None: the file of the same name beside the URDF, if there is one
    packages: Sequence[Any] = ()
    units: str = "m"


@dataclass(eq=False, repr=False)
class PlacedRobot(Record):
    """The objects of a robot in a scene, and the link of each."""

    objects: Indices
    links: Indices


@dataclass(eq=False, repr=False)
class RobotStateAnswer(Record):
    """What is found at one state: the first pair of objects that has a common point."""

    hit: Optional[tuple[int, int]] = None


@dataclass(eq=False, repr=False)
class JointTrajectory(Record):
    """States (n, variables) at ascending times; between two of them each joint goes straight from value to value."""

    times: Any
    states: Any


@dataclass(eq=False, repr=False)
class RobotSweepOptions(Record):
    """What to ask of a trajectory."""

    clearance: Optional[float] = None
    precision: float = 1e-3


@dataclass(eq=False, repr=False)
class JointContact(Record):
    """When two objects first meet on a trajectory, and the state then."""

    t: float
    state: Floats


@dataclass(eq=False, repr=False)
class RobotSweepPair(Record):
    """What a trajectory does to a pair of objects."""

    a: int
    b: int
    contact: Optional[JointContact] = None
    least_distance: Optional[LeastDistance] = None


@dataclass(eq=False, repr=False)
class RobotSweepResult(Record):
    """Everything that was found along a trajectory."""

    pairs: list[RobotSweepPair] = field(default_factory=list)
    asked: int = 0
    ignored: int = 0
    contact_gap: float = 0.0
    ms: float = field(default=0.0, compare=False)


@dataclass(eq=False, repr=False)
class LinkPairFinding(Record):
    """What two links do in all states of a robot."""

    a: int
    b: int
    kind: LinkPairKind = LinkPairKind.sometimes
    certainty: Certainty = Certainty.sampled
    hits: int = 0
    samples: int = 0
    boxes: int = 0


@dataclass(eq=False, repr=False)
class LinkPairOptions(Record):
    """How pairs of links are looked for."""

    samples: int = 100000
    seed: int = 1
    always: float = 0.95
    boxes: int = 20000
    threads: int = 0


def load_robot(file: Any, options: Optional[RobotFiles] = None, **words: Any) -> _core.Robot:
    """Reads a robot from URDF, and SRDF. Words are those of RobotFiles.

    >>> import impinge, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "one.urdf"
    ...     _ = file.write_text('<robot name="one"><link name="base"/></robot>')
    ...     impinge.load_robot(file)
    <impinge.Robot: 'one', 1 links, 0 variables>
    """
    return _core._load_robot(file, options_of(RobotFiles, options, words))


def find_link_pairs(robot: _core.Robot, options: Optional[LinkPairOptions] = None, *, progress: Progress = None,
                    **words: Any) -> list[LinkPairFinding]:
    """Tells for all pairs of links with bodies what they do, as MoveIt's assistant does. Words are those of
    LinkPairOptions.

    >>> import impinge
    >>> ball = [impinge.LinkBody(solid=impinge.Solid.sphere(1))]
    >>> links = [impinge.RobotLink("base", ball), impinge.RobotLink("sled", ball)]
    >>> rail = impinge.RobotJoint("rail", "prismatic", child=1, lower=3, upper=9)
    >>> robot = impinge.Robot(impinge.RobotModel("sled", links, [rail]))
    >>> [pair.kind.value for pair in impinge.find_link_pairs(robot, samples=100)]
    ['adjacent']
    """
    asked = options_of(LinkPairOptions, options, words)
    with watched(progress) as heard:
        return _core._find_link_pairs(robot, asked, heard)


class RobotCell(_core.RobotCell):
    """A robot among other objects, prepared to be asked about many states (n, variables).

    >>> import impinge
    >>> links = [impinge.RobotLink("base"), impinge.RobotLink("sled", [impinge.LinkBody(solid=impinge.Solid.sphere(1))])]
    >>> rail = impinge.RobotJoint("rail", "prismatic", child=1, lower=0, upper=9)
    >>> robot = impinge.Robot(impinge.RobotModel("sled", links, [rail]))
    >>> scene = impinge.Scene()
    >>> placed = impinge.place_robot(scene, robot, [0])
    >>> wall = scene.add("wall", impinge.make_box((1, 9, 9)), (6, 0, 0))
    >>> cell = impinge.RobotCell(scene, robot, placed)
    >>> cell.meet_poses([[0], [5]])
    array([False,  True])
    >>> round(cell.sweep([0, 1], [[0], [9]]).pairs[0].contact.t, 6)
    0.5
    """

    def __init__(self, scene: _core.Scene, robot: _core.Robot, placed: PlacedRobot, base: Any = None,
                 open: Union[OpenBodies, str] = OpenBodies.solid, threads: int = 0) -> None:
        super().__init__(scene, robot, placed, base, open, threads)
        self._made = (scene.copy(), robot, placed, base, open, threads)

    def _states(self, states: Any) -> npt.NDArray[np.float64]:
        """One after another; columns must be variables."""
        all_of_them = np.ascontiguousarray(states, dtype=np.float64)
        many = len(self._made[1].variables)
        if all_of_them.ndim > 2 or (all_of_them.ndim == 2 and all_of_them.shape[1] != many):
            raise ValueError(f"states: an array (n, {many}) is expected, this one is {all_of_them.shape}")
        return all_of_them.reshape(-1)

    def meet_poses(self, states: Any, *, progress: Progress = None) -> npt.NDArray[np.bool_]:
        """For each state whether the robot meets itself or another object; the samples of a path are best given in order."""
        with watched(progress) as heard:
            return self._meet_poses(self._states(states), heard)

    def check_poses(self, states: Any, *, progress: Progress = None) -> list[RobotStateAnswer]:
        """The same with the pair."""
        with watched(progress) as heard:
            return self._check_poses(self._states(states), heard)

    def sweep(self, times: Any, states: Any = None, options: Optional[RobotSweepOptions] = None, *,
              progress: Progress = None, **words: Any) -> RobotSweepResult:
        """Follows a JointTrajectory, or its times and states; no contact between two moments is missed. Words are those
        of RobotSweepOptions."""
        asked = options_of(RobotSweepOptions, options, words)
        if isinstance(times, JointTrajectory):
            times, states = times.times, times.states
        with watched(progress) as heard:
            return self._sweep(times, self._states(states), asked, heard)

    def __repr__(self) -> str:
        return f"<impinge.RobotCell: {self._made[1].model.name!r}, {self.pairs} pairs, {self.ignored} left out>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RobotCell):
            return NotImplemented
        return equal(list(self._made), list(other._made))

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return RobotCell, self._made


def describe(self: _core.Robot) -> str:
    model = self.model
    return f"<impinge.Robot: {model.name!r}, {len(model.links)} links, {len(self.variables)} variables>"


def same(self: _core.Robot, other: object) -> bool:
    if not isinstance(other, _core.Robot):
        return NotImplemented
    return bool(self.model == other.model)


def attach() -> None:
    """What the class has beside its C++ part."""
    robot: Any = _core.Robot
    robot.__repr__, robot.__eq__, robot.__hash__ = describe, same, object.__hash__
    robot.__reduce__ = lambda self: (_core.Robot, (self.model,))


attach()
