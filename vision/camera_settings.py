"""What a table file says about one camera."""

from pydantic import Field, model_validator

from table.documents import Document
from table.seats import Seat

DEFAULT_FPS = 15.0


class CameraSettings(Document):
    """One camera: where its pictures come from, and what it covers.

    Exactly one of `folder`, `video`, `device` and `url` is given.

    Attributes:
        name: the camera's name, as observations and faults call it.
        folder: a folder of pictures, played in the order of their names. Recorded.
        video: a video file. Recorded.
        device: a UVC camera: its number, or a path such as /dev/v4l/by-id/..., which keeps its
            meaning when cameras are plugged in another order.
        url: an RTSP or HTTP stream.
        fps: pictures a second to ask of a device, and to play a folder at.
        hold_ms: for how long each picture of a folder is shown.
        width_px, height_px: the size to ask of a device.
        calibration: the calibration file.
        seats: the seats that this camera reads; empty for all that the layout has.
    """

    name: str = Field(min_length=1)
    folder: str | None = None
    video: str | None = None
    device: int | str | None = None
    url: str | None = None
    fps: float = Field(default=DEFAULT_FPS, gt=0, le=240)
    hold_ms: int = Field(default=1000, gt=0)
    width_px: int | None = Field(default=None, gt=0)
    height_px: int | None = Field(default=None, gt=0)
    calibration: str
    seats: tuple[Seat, ...] = ()

    @model_validator(mode="after")
    def _one_source(self) -> "CameraSettings":
        given = [
            key
            for key in ("folder", "video", "device", "url")
            if getattr(self, key) not in (None, "")
        ]
        if len(given) != 1:
            listed = " and ".join(given) or "none"
            raise ValueError(f"give exactly one of folder, video, device, url; given: {listed}")
        return self

    @property
    def recorded(self) -> bool:
        """Whether the pictures are played from files and so have a time line of their own."""
        return self.folder is not None or self.video is not None
