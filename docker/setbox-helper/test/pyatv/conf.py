"""Configurations of boxes, as pyatv has them, as far as the helper uses them."""

from copy import deepcopy
from ipaddress import IPv4Address
from types import SimpleNamespace

from .const import PairingRequirement, Protocol


class AppleTV:
    def __init__(self, address, name, deep_sleep=False, properties=None, device_info=None):
        self.address = address
        self.name = name
        self.deep_sleep = deep_sleep
        self.properties = properties or {}
        self.device_info = device_info or SimpleNamespace(model_str="Unknown", raw_model=None)
        self._services = {}

    @property
    def services(self):
        return list(self._services.values())

    @property
    def all_identifiers(self):
        return [one.identifier for one in self.services if one.identifier is not None]

    @property
    def identifier(self):
        order = (Protocol.MRP, Protocol.DMAP, Protocol.AirPlay, Protocol.RAOP, Protocol.Companion)
        services = [self.get_service(protocol) for protocol in order]
        return next((one.identifier for one in services if one and one.identifier is not None), None)

    def add_service(self, service):
        self._services[service.protocol] = service

    def get_service(self, protocol):
        return self._services.get(protocol)

    def __deepcopy__(self, memo):
        copy = AppleTV(self.address, self.name, self.deep_sleep, self.properties, self.device_info)
        for service in self.services:
            copy.add_service(deepcopy(service))
        return copy


class ManualService:
    def __init__(
        self,
        identifier,
        protocol,
        port,
        properties,
        credentials=None,
        password=None,
        requires_password=False,
        pairing_requirement=PairingRequirement.Unsupported,
        enabled=True,
    ):
        self.identifier = identifier
        self.protocol = protocol
        self.port = port
        self.properties = properties
        self.credentials = credentials
        self.password = password
        self.requires_password = requires_password
        self.pairing = pairing_requirement
        self.enabled = enabled


def found(box):
    """What a search says of a box of the script."""
    info = SimpleNamespace(model_str=box.get("model", "Apple TV 4K"), raw_model=box.get("raw_model"))
    config = AppleTV(IPv4Address(box["address"]), box["name"], device_info=info)
    for name, identifier in box["identifiers"].items():
        pairing = PairingRequirement[box.get("pairing", "Mandatory")]
        config.add_service(ManualService(identifier, Protocol[name], 49153, {}, pairing_requirement=pairing))
    return config
