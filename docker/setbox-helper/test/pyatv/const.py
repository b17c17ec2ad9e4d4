"""Constants of pyatv, as far as the helper uses them."""

from enum import Enum

__version__ = "0.18.0"


class Protocol(Enum):
    DMAP = 1
    MRP = 2
    AirPlay = 3
    Companion = 4
    RAOP = 5


class PowerState(Enum):
    Unknown = 0
    Off = 1
    On = 2


class PairingRequirement(Enum):
    Unsupported = 1
    Disabled = 2
    NotNeeded = 3
    Optional = 4
    Mandatory = 5
