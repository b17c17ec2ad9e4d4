"""What the helper decides, in one process, against the stub of pyatv beside this file. Run by test/setbox-helper."""

import asyncio
import json
import logging
import sys
import time
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import pyatv
import usher_setbox_helper as helper

# As the helper does: asyncio would tell of the tasks that are left behind here.
logging.disable(logging.CRITICAL)

MAC = "AA:BB:CC:DD:EE:01"
UUID = "5D797FD3-0000-4444-A47B-A29DD7E8A6E5"
INFUSE = "com.firecore.infuse"
DEN = {"name": "Den", "address": "10.0.0.40", "identifiers": {"AirPlay": MAC, "Companion": UUID}}
WHERE = {"address": "10.0.0.40", "identifier": MAC}
KNOWN = {**WHERE, "credentials": "c0ffee:c0ffee", "app": INFUSE}
CHECK = {"op": "check", **KNOWN}
OPEN = {"op": "open", **KNOWN, "url": "infuse://movie/990101"}
BEGIN = {"op": "pair_begin", **WHERE}
LIMITS = helper.Limits(operation=2, pairing=2, wake=0.2, settle=0, close=0.05)


def answers_to(script, *requests, limits=LIMITS, started=None):
    """What the helper answers to these lines, and its exit code. A request is a dictionary or bytes."""

    async def run():
        lines = helper.Lines(asyncio.get_running_loop(), limits)
        for request in requests:
            lines.put(request if isinstance(request, bytes) else json.dumps(request).encode())
        said = []
        code = await helper.serve(lines, said.append, limits, time.monotonic() if started is None else started)
        return said, code

    pyatv.play({"boxes": [DEN], "apps": {INFUSE: "Infuse"}, "pin": "0042", **script})
    loop = asyncio.new_event_loop()
    try:
        # asyncio.run would wait for tasks that can't be cancelled; the process doesn't.
        return loop.run_until_complete(run())
    finally:
        loop.close()


def error(code):
    return [{"state": "error", "code": code}], 1


def calls(*names):
    return [call for call in pyatv.calls if call[0] in names]


def fault(name, text="", cause=None):
    return {"raise": name, "text": text, **({"cause": cause} if cause else {})}


class Lines(unittest.TestCase):
    """Issue 25, the helper: input is strict."""

    def test_what_names_no_operation_is_unsupported_and_nothing_is_called(self):
        no_operations = {
            "no JSON": b"{",
            "not UTF-8": b'{"op":"\xff"}',
            "nested until it breaks": b"[" * 60_000,
            "no object": b"[]",
            "nothing": b"",
            "no operation": {},
            "an operation that is no text": {"op": 1},
            "a list of operations": {"op": ["open"]},
            "an operation of another version": {"op": "turn_off", "force": True},
            "a member twice": b'{"op":"discover","address":"10.0.0.40","address":"10.0.0.41"}',
        }
        for what, request in no_operations.items():
            with self.subTest(what):
                self.assertEqual(answers_to({}, request), error("unsupported"))
                self.assertEqual(pyatv.calls, [])

    def test_members_that_an_operation_does_not_have_are_refused_and_nothing_is_called(self):
        requests = {
            "a member more": {**CHECK, "port": "7000"},
            "a member that another operation has": {"op": "version", "address": "10.0.0.40"},
            "a member less": {"op": "pair_begin", "address": "10.0.0.40"},
            "a member that is null": {"op": "discover", "address": None},
            "a member that is a number": {**CHECK, "credentials": 7},
        }
        for what, request in requests.items():
            with self.subTest(what):
                self.assertEqual(answers_to({}, request), error("internal"))
                self.assertEqual(pyatv.calls, [])

    def test_values_that_no_box_has_are_refused_and_nothing_is_called(self):
        values = {
            "address": ["", "-v", "10.0.0.40:7000", "http://den", "den/..", "fe80::1", "dén", "a" * 254],
            "identifier": ["", "a" * 257, "AA\n", "AA\u0000"],
            "credentials": ["", "two words", "c0ffee\n", "a" * 8193],
            "app": ["", "infuse://movie/1", "com firecore", "-com.firecore", "a" * 256],
            "url": [
                "infuse:movie/1",
                "infuse://",
                "://movie/1",
                "Infuse://movie/1",
                "infuse://movie/1?play",
                "infuse://movie/1#play",
                "infuse://movie/play",
                "infuse://play/1",
                "infuse://Play/1",
                "infuse://movie/1 ",
                "infuse://movie/1\n",
                "infuse://movie/%70lay",
                "infuse://" + "1" * 504,
            ],
        }
        for name, refused in values.items():
            for value in refused:
                with self.subTest(name, value=value[:40]):
                    code = "unsupported" if name == "url" else "internal"
                    self.assertEqual(answers_to({}, {**OPEN, name: value}), error(code))
                    self.assertEqual(pyatv.calls, [])

    def test_a_first_line_that_never_comes_ends_the_operation(self):
        self.assertEqual(answers_to({}, limits=LIMITS._replace(operation=0.05)), error("internal"))


class Library(unittest.TestCase):
    """Issue 25, the helper: `version` says which library it is, and another one is not used."""

    def test_version_names_the_protocol_and_the_library(self):
        ready = {"state": "ready", "protocol": 1, "library": "pyatv", "version": "0.18.3"}
        self.assertEqual(answers_to({"version": "0.18.3"}, {"op": "version"}), ([ready], 0))

    def test_every_operation_is_unsupported_with_another_library(self):
        for version in ("0.17.0", "0.19.0", "1.18.0", "0.18.0rc1", "0.180.0"):
            for request in ({"op": "version"}, {"op": "discover"}, BEGIN, CHECK, OPEN):
                with self.subTest(version, op=request["op"]):
                    self.assertEqual(answers_to({"version": version}, request), error("unsupported"))
                    self.assertEqual(pyatv.calls, [])

    def test_a_library_without_a_call_that_is_used_is_unsupported(self):
        connect = pyatv.connect
        del pyatv.connect
        try:
            self.assertEqual(answers_to({}, {"op": "version"}), error("unsupported"))
        finally:
            pyatv.connect = connect


class Discover(unittest.TestCase):
    """Issue 25, the helper, discover; doc 3 section 12.3."""

    def devices(self, boxes, **request):
        (answer,), code = answers_to({"boxes": boxes}, {"op": "discover", **request})
        self.assertEqual([answer["state"], code], ["found", 0])
        return answer["devices"]

    def test_a_box_is_named_by_the_first_identifier_that_the_library_prefers(self):
        den = {"name": "Den", "address": "10.0.0.40", "identifier": MAC, "model": "Apple TV 4K"}
        self.assertEqual(self.devices([DEN]), [den])
        self.assertEqual(calls("scan"), [["scan", 5, None]])

    def test_an_address_is_asked_by_itself(self):
        attic = {**DEN, "address": "10.0.0.41"}
        self.assertEqual([one["address"] for one in self.devices([DEN, attic], address="10.0.0.40")], ["10.0.0.40"])
        self.assertEqual(calls("scan"), [["scan", 5, ["10.0.0.40"]]])

    def test_a_host_name_is_looked_up_first(self):
        loopback = {**DEN, "address": "127.0.0.1"}
        self.assertEqual([one["name"] for one in self.devices([loopback], address="localhost")], ["Den"])

    def test_a_name_that_nobody_has_is_unreachable(self):
        for name in ("nobody.invalid", "a" * 70):
            self.assertEqual(answers_to({}, {"op": "discover", "address": name}), error("unreachable"))

    def test_nothing_found_is_no_error(self):
        self.assertEqual(self.devices([]), [])

    def test_what_cannot_be_paired_by_pin_is_left_out(self):
        speaker = {**DEN, "name": "Speaker", "pairing": "Unsupported", "raw_model": "AudioAccessory5,1"}
        without = {**DEN, "name": "Old", "identifiers": {"AirPlay": MAC}}
        unnamed = {**DEN, "name": "Unnamed", "identifiers": {"Companion": None}}
        closed = {**DEN, "name": "Closed", "pairing": "Disabled", "identifiers": {"Companion": "c"}}
        odd = {**speaker, "name": "Odd", "raw_model": "AppleTV14,1", "identifiers": {"Companion": "o"}}
        names = [one["name"] for one in self.devices([speaker, without, unnamed, odd, closed])]
        self.assertEqual(names, ["Closed", "Odd"])

    def test_a_box_that_is_found_twice_is_listed_once(self):
        twice = self.devices([DEN, {**DEN, "address": "10.0.0.99"}])
        self.assertEqual([one["address"] for one in twice], ["10.0.0.40"])

    def test_names_lose_what_controls_and_are_cut_at_128(self):
        hostile = {**DEN, "name": "Den\n\u0007\u202e\ud800" + "x" * 200, "model": "A\u0000B"}
        (device,) = self.devices([hostile])
        self.assertEqual([device["name"], device["model"]], ["Den" + "x" * 125, "AB"])

    def test_a_box_without_a_name_goes_by_its_address(self):
        self.assertEqual(self.devices([{**DEN, "name": "\n"}])[0]["name"], "10.0.0.40")

    def test_at_most_64_devices_in_at_most_60_kib_are_listed(self):
        def many(name):
            return [{**DEN, "name": name, "identifiers": {"Companion": f"id-{number:03}"}} for number in range(70)]

        self.assertEqual(len(self.devices(many("Den"))), 64)
        devices = self.devices(many("\U0001f4fa" * 128))
        self.assertTrue(10 < len(devices) < 64)
        self.assertLessEqual(len(helper.to_line({"state": "found", "devices": devices})), 62 * 1024)


class Identity(unittest.TestCase):
    """Issue 25, rules: only the box of the identifier is connected to."""

    def test_any_identifier_of_the_box_names_it(self):
        for identifier in (MAC, UUID):
            self.assertEqual(answers_to({}, {**CHECK, "identifier": identifier})[1], 0)

    def test_another_box_under_the_address_is_not_found(self):
        for request in (BEGIN, CHECK, OPEN):
            with self.subTest(request["op"]):
                self.assertEqual(answers_to({}, {**request, "identifier": "other"}), error("not_found"))
                self.assertEqual(calls("connect", "pair"), [])

    def test_an_address_where_nobody_answers_is_unreachable(self):
        for request in (BEGIN, CHECK, OPEN):
            with self.subTest(request["op"]):
                self.assertEqual(answers_to({"boxes": []}, request), error("unreachable"))

    def test_a_box_that_answers_the_second_search_is_awake(self):
        self.assertEqual(answers_to({"silent_scans": 1}, CHECK)[1], 0)
        self.assertEqual(len(calls("scan")), 2)

    def test_a_box_that_does_not_offer_the_protocol_is_unreachable(self):
        without = {**DEN, "identifiers": {"AirPlay": MAC}}
        self.assertEqual(answers_to({"boxes": [without]}, CHECK), error("unreachable"))

    def test_only_the_companion_protocol_is_connected_to(self):
        answers_to({}, CHECK)
        self.assertEqual(calls("connect"), [["connect", "10.0.0.40", [["Companion", 49153, "c0ffee:c0ffee"]]]])


class Pairing(unittest.TestCase):
    """Issue 25, the helper, pair_begin and pair_finish."""

    def test_the_pin_keeps_its_leading_zero(self):
        said, code = answers_to({"credentials": "c0ffee:0042"}, BEGIN, {"op": "pair_finish", "pin": "0042"})
        device = {"name": "Den", "address": "10.0.0.40", "identifier": MAC, "model": "Apple TV 4K"}
        asked = {"state": "pin_required", "device": device}
        self.assertEqual([said, code], [[asked, {"state": "paired", "credentials": "c0ffee:0042"}], 0])
        expected = [
            ["pair", "10.0.0.40", "Companion", 49153, {"name": "Usher"}],
            ["begin"],
            ["pin", "str", "0042"],
            ["finish"],
            ["close"],
        ]
        self.assertEqual(calls("pair", "begin", "pin", "finish", "close"), expected)

    def test_a_wrong_pin_ends_the_ceremony(self):
        said, code = answers_to({}, BEGIN, {"op": "pair_finish", "pin": "4200"}, {"op": "pair_finish", "pin": "0042"})
        self.assertEqual([said[1:], code], list(error("pin_wrong")))
        self.assertEqual(len(calls("finish")), 1)
        self.assertEqual(len(calls("close")), 1)

    def test_a_pairing_that_gives_nothing_has_failed(self):
        said, code = answers_to({"pairs": False}, BEGIN, {"op": "pair_finish", "pin": "0042"})
        self.assertEqual([said[1:], code], list(error("pin_wrong")))

    def test_a_box_that_shows_no_pin_is_unsupported(self):
        self.assertEqual(answers_to({"shows_pin": False}, BEGIN), error("unsupported"))

    def test_what_is_no_pin_is_never_tried(self):
        for pin in ("42", "00042", "004x", "0042\n", "٠٠٤٢", "-042", " 042"):
            with self.subTest(pin):
                said, code = answers_to({}, BEGIN, {"op": "pair_finish", "pin": pin})
                self.assertEqual([said[1:], code], list(error("pin_wrong")))
                self.assertEqual(calls("pin", "finish"), [])
                self.assertEqual(len(calls("close")), 1)

    def test_nothing_but_the_pin_follows_a_beginning(self):
        follows = [({"op": "version"}, "internal"), (OPEN, "internal"), (BEGIN, "internal"), (b"{", "unsupported")]
        for request, refused in follows:
            said, code = answers_to({}, BEGIN, request)
            self.assertEqual([said[1:], code], list(error(refused)))
            self.assertEqual(len(calls("close")), 1)

    def test_a_pin_without_a_beginning_is_pairing_expired(self):
        self.assertEqual(answers_to({}, {"op": "pair_finish", "pin": "0042"}), error("pairing_expired"))

    def test_a_pairing_ends_by_itself(self):
        said, code = answers_to({}, BEGIN, limits=LIMITS._replace(pairing=0.05))
        self.assertEqual([said[1:], code], list(error("pairing_expired")))
        self.assertEqual(len(calls("close")), 1)

    def test_the_server_ends_a_pairing_after_five_minutes_before_it_does_so_itself(self):
        self.assertTrue(300 < helper.Limits().pairing < 310)

    def test_what_the_box_answers_to_a_beginning(self):
        table = {
            "busy": fault("PairingError", "Error=BackOff, SeqNo=M2, BackOff=64s"),
            "auth_failed": fault("PairingError", "Error=MaxPeers", fault("AuthenticationError", "Error=MaxPeers")),
            "unreachable": fault("ConnectionFailedError", "", fault("TimeoutError")),
            "internal": fault("PairingError", "2", fault("KeyError", "2")),
        }
        for code, begin in table.items():
            with self.subTest(code):
                self.assertEqual(answers_to({"faults": {"begin": begin}}, BEGIN), error(code))
                self.assertEqual(len(calls("close")), 1)

    def test_what_the_box_answers_to_a_pin(self):
        wrong = "Error=Authentication, SeqNo=M4, BackOff=16s"
        table = [
            ("pin_wrong", fault("PairingError", wrong, fault("AuthenticationError", wrong))),
            ("pin_wrong", fault("PairingError", "refused")),
            ("busy", fault("PairingError", "Error=MaxTries", fault("AuthenticationError", "Error=MaxTries"))),
            ("busy", fault("BackOffError")),
            ("pairing_expired", fault("PairingError", "not connected", fault("InvalidStateError", "not connected"))),
            ("unreachable", fault("ConnectionFailedError", "", fault("TimeoutError"))),
            ("internal", fault("PairingError", "4", fault("KeyError", "4"))),
        ]
        for code, finish in table:
            with self.subTest(code, finish=finish):
                said, ended = answers_to({"faults": {"finish": finish}}, BEGIN, {"op": "pair_finish", "pin": "0042"})
                self.assertEqual([said[1:], ended], list(error(code)))


class Opening(unittest.TestCase):
    """Issue 25, the helper, check and open."""

    def test_check_says_whether_the_app_is_there_and_launches_nothing(self):
        for app, installed in ((INFUSE, True), ("com.firecore", False)):
            checked = {"state": "checked", "connected": True, "installed": installed}
            self.assertEqual(answers_to({}, {**CHECK, "app": app}), ([checked], 0))
            self.assertEqual(calls("turn_on", "launch_app"), [])
            self.assertEqual(len(calls("close")), 1)

    def test_open_sends_the_link_once_and_nothing_else(self):
        for url in ("infuse://movie/990101", "infuse://series/4294967295"):
            self.assertEqual(answers_to({}, {**OPEN, "url": url}), ([{"state": "sent"}], 0))
            self.assertEqual(calls("launch_app", "turn_on"), [["launch_app", url]])
            self.assertEqual(len(calls("close")), 1)

    def test_no_link_is_sent_where_the_app_is_missing(self):
        self.assertEqual(answers_to({"apps": {"com.other": "Other"}}, OPEN), error("app_missing"))
        self.assertEqual(calls("launch_app"), [])

    def test_a_sleeping_box_is_turned_on_and_waited_for(self):
        script = {"power": ["Off", "Off", "Off", "On"]}
        self.assertEqual(answers_to(script, OPEN, limits=LIMITS._replace(wake=5))[1], 0)
        self.assertEqual(pyatv.script["power"], ["On"])
        order = ["turn_on", "app_list", "launch_app"]
        self.assertEqual([call[0] for call in calls(*order)], order)

    def test_a_box_that_does_not_say_that_it_is_awake_is_opened_all_the_same(self):
        for state in ("Off", "Unknown", "unsupported"):
            with self.subTest(state):
                self.assertEqual(answers_to({"power": [state]}, OPEN), ([{"state": "sent"}], 0))
                self.assertEqual(len(calls("turn_on")), 1)

    def test_a_box_that_has_no_switch_is_opened_all_the_same(self):
        for name in ("NotSupportedError", "ProtocolError"):
            script = {"power": ["Unknown"], "faults": {"turn_on": fault(name)}}
            self.assertEqual(answers_to(script, OPEN)[1], 0)

    def test_no_link_is_sent_where_the_connection_is_lost_while_the_box_wakes(self):
        script = {"power": ["Off"], "faults": {"turn_on": fault("BlockedStateError")}}
        self.assertEqual(answers_to(script, OPEN), error("unreachable"))
        self.assertEqual(calls("launch_app"), [])

    def test_a_fault_while_it_closes_changes_no_answer(self):
        for close in (fault("ProtocolError"), "hang", "deaf"):
            self.assertEqual(answers_to({"faults": {"close": close}}, OPEN), ([{"state": "sent"}], 0))


class Codes(unittest.TestCase):
    """Issue 25, upstream/appletv: each exception of pyatv is one of the codes."""

    TABLE = [
        (fault("ConnectionFailedError"), "unreachable"),
        (fault("ConnectionLostError"), "unreachable"),
        (fault("OperationTimeoutError"), "unreachable"),
        (fault("BlockedStateError"), "unreachable"),
        (fault("InvalidStateError"), "unreachable"),
        (fault("ConnectionRefusedError"), "unreachable"),
        (fault("OSError"), "unreachable"),
        (fault("TimeoutError"), "unreachable"),
        # A command that nobody answers, and a box that doesn't answer while credentials are shown to it.
        (fault("ProtocolError", "Command failed", fault("TimeoutError")), "unreachable"),
        (fault("AuthenticationError", "", fault("TimeoutError")), "unreachable"),
        (fault("AuthenticationError", "Error=Authentication"), "auth_failed"),
        (fault("AuthenticationError", "incorrect device response"), "auth_failed"),
        (fault("InvalidCredentialsError"), "auth_failed"),
        (fault("NoCredentialsError"), "auth_failed"),
        (fault("PairingError"), "auth_failed"),
        (fault("BackOffError"), "busy"),
        (fault("AuthenticationError", "Error=BackOff, BackOff=16s"), "busy"),
        (fault("AuthenticationError", "Error=Busy"), "busy"),
        (fault("NoServiceError"), "unreachable"),
        (fault("DeviceIdMissingError"), "internal"),
        (fault("NotSupportedError"), "unsupported"),
        (fault("ProtocolError", "Command failed: No request handler"), "internal"),
        (fault("HttpError"), "internal"),
        (fault("CommandError"), "internal"),
        (fault("InvalidResponseError"), "internal"),
        (fault("InvalidConfigError"), "internal"),
        (fault("KeyError", "_c"), "internal"),
        (fault("RuntimeError", "c0ffee"), "internal"),
    ]

    def test_each_exception_at_each_step_is_its_code(self):
        for step in ("scan", "connect", "app_list", "launch_app"):
            for what, code in self.TABLE:
                with self.subTest(step, what=what):
                    self.assertEqual(answers_to({"faults": {step: what}}, OPEN), error(code))

    def test_no_code_is_outside_of_the_list(self):
        known = set(
            "unreachable not_found auth_failed pin_wrong pairing_expired app_missing unsupported busy internal".split()
        )
        self.assertLessEqual({*helper.CODES.values(), *helper.CODES_OF_PIN.values()}, known)


class Times(unittest.TestCase):
    """Issue 25, the helper: an operation has 40 seconds, of which the helper takes 35."""

    def test_a_step_that_hangs_is_unreachable_when_the_time_is_over(self):
        for step in ("scan", "connect", "app_list", "launch_app", "deaf"):
            faults = {"connect": "deaf"} if step == "deaf" else {step: "hang"}
            with self.subTest(step):
                began = time.monotonic()
                limits = LIMITS._replace(operation=0.05)
                self.assertEqual(answers_to({"faults": faults}, OPEN, limits=limits), error("unreachable"))
                self.assertLess(time.monotonic() - began, 1)

    def test_the_start_of_the_process_is_counted(self):
        began = time.monotonic()
        started = began - LIMITS.operation
        self.assertEqual(answers_to({"faults": {"scan": "hang"}}, OPEN, started=started), error("unreachable"))
        self.assertLess(time.monotonic() - began, 1)

    def test_all_of_it_fits_into_what_the_server_gives(self):
        limits = helper.Limits()
        self.assertLess(limits.operation + limits.close, 40)
        self.assertLessEqual(limits.end, 2)


if __name__ == "__main__":
    unittest.main()
