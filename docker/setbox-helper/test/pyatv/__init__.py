"""Stands in for pyatv in tests: its calls and signatures as far as the helper uses them, and none of its code.

What the boxes do is a script: a dictionary given to `play`, or a JSON file named by PYATV_SCRIPT.

boxes         what searches find: name, address, identifiers by protocol, pairing, raw_model, model
silent_scans  how many searches find nothing before that
apps          names by bundle
power         what power_state says, one after the other; the last one stays
pin           the PIN on the screen
credentials   what a pairing gives
shows_pin     false where the box wants a PIN instead of showing one
pairs         false where a pairing comes to its end and gives nothing
faults        by call: "hang", "deaf" (can't be cancelled), "block" (holds the event loop), or an exception as
              {"raise": name, "text": text, "cause": the same}
rude          logs that it was imported, and prints and logs all that it is given

Each call is kept in `calls`, and goes as a JSON line to the descriptor that PYATV_CALLS names.
"""

import asyncio
import builtins
import json
import logging
import os
import sys
import time
from copy import deepcopy
from ipaddress import IPv4Address

from . import conf, const, exceptions

script = {}
calls = []


def play(new_script):
    script.clear()
    script.update(new_script)
    calls.clear()
    const.__version__ = script.get("version", "0.18.0")


if "PYATV_SCRIPT" in os.environ:
    with open(os.environ["PYATV_SCRIPT"], encoding="utf-8") as file:
        play(json.load(file))
    if script.get("rude"):
        logging.error("imported")


def exception_of(fault):
    kind = getattr(exceptions, fault["raise"], None) or getattr(builtins, fault["raise"])
    error = kind(fault.get("text", ""))
    if "cause" in fault:
        error.__cause__ = exception_of(fault["cause"])
    return error


def note(name, *details):
    calls.append([name, *details])
    if "PYATV_CALLS" in os.environ:
        os.write(int(os.environ["PYATV_CALLS"]), json.dumps([name, *details]).encode() + b"\n")
    if script.get("rude"):
        print(name, *details, flush=True)
        print(name, *details, file=sys.stderr, flush=True)
        logging.getLogger("pyatv.stub").warning("%s %s", name, details)
        logging.error("%s %s", name, details)


async def act(name, *details):
    note(name, *details)
    fault = script.get("faults", {}).get(name)
    if isinstance(fault, dict):
        raise exception_of(fault)
    if fault == "block":
        time.sleep(600)
    while fault in ("hang", "deaf"):
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            if fault == "hang":
                note(name + " cancelled")
                raise


async def scan(loop, timeout=5, identifier=None, protocol=None, hosts=None, aiozc=None, storage=None):
    assert loop is asyncio.get_running_loop()
    addresses = None if hosts is None else [str(IPv4Address(host)) for host in hosts]
    await act("scan", timeout, addresses)
    if script.get("silent_scans", 0) > 0:
        script["silent_scans"] -= 1
        return []
    boxes = [conf.found(box) for box in script.get("boxes", [])]
    return [box for box in boxes if addresses is None or str(box.address) in addresses]


async def connect(config, loop, protocol=None, session=None, storage=None):
    assert loop is asyncio.get_running_loop()
    if config.identifier is None:
        raise exceptions.DeviceIdMissingError("no device identifier")
    copy = deepcopy(config)
    services = [[one.protocol.name, one.port, one.credentials] for one in copy.services]
    await act("connect", str(copy.address), services)
    return Connection()


async def pair(config, protocol, loop, session=None, storage=None, **kwargs):
    assert loop is asyncio.get_running_loop()
    service = config.get_service(protocol)
    if not service:
        raise exceptions.NoServiceError("no service")
    await act("pair", str(config.address), protocol.name, service.port, kwargs)
    return Pairing(service)


class Pairing:
    def __init__(self, service):
        self.device_provides_pin = script.get("shows_pin", True)
        self.service = service
        self.has_paired = False
        self._pin = None

    def pin(self, pin):
        note("pin", type(pin).__name__, pin)
        self._pin = str(pin).zfill(4)

    async def begin(self):
        await act("begin")

    async def finish(self):
        await act("finish")
        if self._pin != script.get("pin"):
            reason = "Error=Authentication, SeqNo=M4, BackOff=1s"
            raise exceptions.PairingError(reason) from exceptions.AuthenticationError(reason)
        if script.get("pairs", True):
            self.service.credentials = script.get("credentials", "c0ffee:c0ffee")
            self.has_paired = True

    async def close(self):
        await act("close")


class App:
    def __init__(self, name, identifier):
        self.name = name
        self.identifier = identifier


class Connection:
    def __init__(self):
        self.apps = self
        self.power = self

    @property
    def power_state(self):
        states = script.get("power", ["On"])
        state = states.pop(0) if len(states) > 1 else states[0]
        if state == "unsupported":
            raise exceptions.NotSupportedError()
        return const.PowerState[state]

    async def turn_on(self, await_new_state=False):
        assert not await_new_state, "not supported by Companion"
        await act("turn_on")

    async def app_list(self):
        await act("app_list")
        return [App(name, bundle) for bundle, name in script.get("apps", {}).items()]

    async def launch_app(self, bundle_id_or_url):
        await act("launch_app", bundle_id_or_url)

    def close(self):
        return {asyncio.ensure_future(act("close"))}
