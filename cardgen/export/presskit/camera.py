"""A pinhole camera over the ground: projects points in mm onto pixels, and planes by homographies.

In the room, x points to the right, y towards the viewer and z up; the ground is z = 0. In pictures, y points down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np

Point3 = tuple[float, float, float]
Point2 = tuple[float, float]
Corners3 = tuple[Point3, Point3, Point3, Point3]  # of a patch: top left, top right, bottom right, bottom left
_STEPS = 40  # of the search for a distance


@dataclass(frozen=True, slots=True)
class Camera:
    """`target` is the point of the room at which the camera looks, from `distance` mm away and `elevation` degrees
    above the ground. `focal` is the focal length in pixels, `middle` the pixel at which the target is."""

    target: Point3
    elevation: float
    distance: float
    focal: float
    middle: Point2

    def project(self, point: Point3) -> Point2:
        """The pixel of a point."""
        x, y, z = (a - b for a, b in zip(point, self.target, strict=True))
        sin, cos = math.sin(math.radians(self.elevation)), math.cos(math.radians(self.elevation))
        depth = self.distance - (y * cos + z * sin)
        up = z * cos - y * sin
        return self.middle[0] + self.focal * x / depth, self.middle[1] - self.focal * up / depth

    def scale(self, point: Point3) -> float:
        """Pixels per mm at a point, across the direction of view."""
        _, y, z = (a - b for a, b in zip(point, self.target, strict=True))
        sin, cos = math.sin(math.radians(self.elevation)), math.cos(math.radians(self.elevation))
        return self.focal / (self.distance - (y * cos + z * sin))

    def enlarged(self, times: float) -> Camera:
        """The same view in a picture with so many times its pixels along each side."""
        middle = self.middle[0] * times, self.middle[1] * times
        return Camera(self.target, self.elevation, self.distance, self.focal * times, middle)


def fit_camera(
    points: Sequence[Point3],
    size: tuple[int, int],
    elevation: float,
    field: float = 26.0,
    margin: float = 0.06,
    lift: float = 0.0,
) -> Camera:
    """The camera that shows all points as large as they fit into a picture of `size` pixels, with a `margin` (in parts
    of the longer side) on all sides. `field` is its angle of view across the longer side, in degrees; `lift` moves what
    it shows up, in parts of the height."""
    width, height = size
    longer = max(width, height)
    focal = longer / 2 / math.tan(math.radians(field) / 2)
    lows, highs = ([end(axis) for axis in zip(*points, strict=True)] for end in (min, max))
    target: Point3 = tuple((low + high) / 2 for low, high in zip(lows, highs, strict=True))  # type: ignore[assignment]
    reach = math.dist(lows, highs)
    near, far = reach * 0.6 + 1.0, reach * 60 + 10.0
    room = width - 2 * margin * longer, height - 2 * margin * longer
    for _ in range(_STEPS):
        distance = math.sqrt(near * far)
        left, top, right, bottom = _seen_box(Camera(target, elevation, distance, focal, (0.0, 0.0)), points)
        if right - left <= room[0] and bottom - top <= room[1]:
            far = distance
        else:
            near = distance
    left, top, right, bottom = _seen_box(Camera(target, elevation, far, focal, (0.0, 0.0)), points)
    middle = width / 2 - (left + right) / 2, height / 2 - (top + bottom) / 2 - lift * height
    return Camera(target, elevation, far, focal, middle)


def _seen_box(camera: Camera, points: Sequence[Point3]) -> tuple[float, float, float, float]:
    """The box around points in the picture."""
    seen = [camera.project(point) for point in points]
    xs, ys = [x for x, _ in seen], [y for _, y in seen]
    return min(xs), min(ys), max(xs), max(ys)


def homography(source: Sequence[Point2], target: Sequence[Point2]) -> np.ndarray:
    """The 3 x 3 matrix, with 1 in its lower right corner, that takes four points to four others."""
    import numpy as np

    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.solve(np.array(rows, float), np.array(values, float))
    return np.append(solved, 1.0).reshape(3, 3)


def through(matrix: np.ndarray, point: Point2) -> Point2:
    """A point through a homography."""
    x, y, w = (float(row[0] * point[0] + row[1] * point[1] + row[2]) for row in matrix)
    return x / w, y / w
