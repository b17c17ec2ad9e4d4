#!/usr/bin/env node
/**
 * The helper program with simulated Apple TVs: JSON lines over stdin and stdout, as the real one speaks them. Its environment is
 * bare, so what it knows lies beside the path that it is called by: FakeSetboxHelper makes a folder with a link to this file, a
 * journal of the boxes and of all that happens, and a file for each operation that is held.
 *
 * Source: ../shared/upstream/appletv.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = dirname(process.argv[1]);
const journal = join(folder, 'journal.jsonl');
const { pid } = process;
const TICK_MS = 5;
const FLOOD = 'x'.repeat(16 * 1024);
const LONG = 'y'.repeat(70 * 1024);

/** One write that appends: records of several processes don't mix. */
const note = (record) => appendFileSync(journal, `${JSON.stringify({ ...record, pid })}\n`);

/** What the boxes and the planned faults have come to. */
function world() {
  const boxes = new Map();
  const faults = new Map();
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  for (const { is, ...record } of lines.map((line) => JSON.parse(line))) {
    const box = boxes.get(record.identifier);
    if (is === 'box')
      boxes.set(record.box.identifier, {
        credentials: [],
        isCold: true,
        ...boxes.get(record.box.identifier),
        ...record.box,
      });
    else if (is === 'removed') boxes.delete(record.identifier);
    else if (is === 'paired') box?.credentials.push(record.credentials);
    else if (is === 'forgotten' && box) box.credentials = [];
    else if (is === 'opened' && box) Object.assign(box, { power: 'on', isCold: false });
    else if (is === 'fault') faults.set(record.op, record.kind);
    else if (is === 'recovered') faults.clear();
  }
  return { boxes: [...boxes.values()], fault: (op) => faults.get(op) };
}

// ---- the boxes ------------------------------------------------------------------------------------------------------

class Refusal extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** What each operation can't be without. */
const MEMBERS = {
  version: [],
  discover: [],
  pair_begin: ['address', 'identifier'],
  pair_finish: ['pin'],
  check: ['address', 'identifier', 'credentials', 'app'],
  open: ['address', 'identifier', 'credentials', 'app', 'url'],
};

const isText = (value) => typeof value === 'string' && value !== '';

/** The box that answers at an address; it must be the one that is meant. */
function reached({ address, identifier }) {
  const box = world().boxes.find((one) => one.address === address && one.power !== 'off');
  if (!box) throw new Refusal('unreachable');
  if (box.identifier !== identifier) throw new Refusal('not_found');
  return box;
}

function verified(request) {
  const box = reached(request);
  if (!box.credentials.includes(request.credentials)) throw new Refusal('auth_failed');
  return box;
}

const shownDevice = ({ name, model }) => ({ name, ...(model && { model }) });

let ceremony;

/** A box has one pairing at a time. The file of one whose process was killed is nobody's. */
function claimScreen({ identifier }) {
  const claim = join(folder, `pairing-${Buffer.from(identifier).toString('hex')}`);
  try {
    writeFileSync(claim, String(pid), { flag: 'wx' });
  } catch {
    if (isAlive(Number(readFileSync(claim, 'utf8')))) throw new Refusal('busy');
    writeFileSync(claim, String(pid));
  }
  process.on('exit', () => rmSync(claim, { force: true }));
}

function isAlive(other) {
  try {
    return readFileSync(`/proc/${other}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

const HANDLERS = {
  version: () => ({ state: 'ready', protocol: 1, library: 'pyatv', version: '0.18.0' }),
  discover({ address }) {
    const isSeen = (box) => (address === undefined ? !box.isHidden : box.address === address);
    const devices = world()
      .boxes.filter((box) => box.power !== 'off' && isSeen(box))
      .map((box) => ({
        name: box.name,
        address: box.address,
        identifier: box.identifier,
        ...(box.model && { model: box.model }),
      }));
    return { state: 'found', devices };
  },
  pair_begin(request) {
    const box = reached(request);
    claimScreen(box);
    ceremony = box;
    return { state: 'pin_required', device: shownDevice(box) };
  },
  pair_finish({ pin }) {
    const { identifier, pin: shownPin, issues } = ceremony;
    if (pin !== shownPin) throw new Refusal('pin_wrong');
    const known = world().boxes.find((box) => box.identifier === identifier);
    const credentials = issues ?? `opaque-${identifier}-${known.credentials.length + 1}`;
    note({ is: 'paired', identifier, credentials });
    return { state: 'paired', credentials };
  },
  check(request) {
    const { apps } = verified(request);
    return { state: 'checked', connected: true, installed: apps.includes(request.app) };
  },
  open(request, line) {
    const { identifier, apps, power, isCold } = verified(request);
    const { app, url } = request;
    if (!apps.includes(app)) throw new Refusal('app_missing');
    if (!/^[a-z][a-z0-9+.-]*:/.test(url)) throw new Refusal('unsupported');
    // A player that has to be started first drops the link that started it.
    note({ is: 'opened', identifier, app, url, line, woke: power === 'asleep', shown: !isCold });
    return { state: 'sent' };
  },
};

function answerTo(op, request, line) {
  try {
    if (!Object.hasOwn(MEMBERS, op)) throw new Refusal('unsupported');
    if (MEMBERS[op].some((member) => !isText(request[member]))) throw new Refusal('internal');
    if (op === 'pair_finish' && !ceremony) throw new Refusal('pairing_expired');
    if (op === 'pair_finish' && !/^[0-9]{4}$/.test(request.pin)) throw new Refusal('pin_wrong');
    return HANDLERS[op](request, line);
  } catch (fault) {
    return { state: 'error', code: fault instanceof Refusal ? fault.code : 'internal' };
  }
}

// ---- the lines ------------------------------------------------------------------------------------------------------

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const stayAlive = () => void setInterval(() => undefined, 1_000_000);

/** Keeps the pipe of the answers open, in the group of this process or outside of it. */
function spawnHeir(detached) {
  const heir = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)', folder], {
    detached,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  note({ is: 'started', argv: [], environment: [], heir: heir.pid });
  heir.unref();
}

/** Each plays a fault; those that return an answer have it said as usual. */
const FAULTS = {
  flood() {
    const pour = () => process.stdout.write(FLOOD) && setImmediate(pour);
    process.stdout.on('drain', pour);
    pour();
  },
  crash: () => process.exit(1),
  'crash-after-answer'(answer) {
    say(answer());
    process.kill(pid, 'SIGKILL');
  },
  'answer-lost'(answer) {
    answer();
    process.exit(1);
  },
  silence: () => undefined,
  'ignores-sigterm'() {
    ignoreEnd();
    process.on('SIGTERM', () => undefined);
    stayAlive();
  },
  'heeds-stdin-alone': () => void process.on('SIGTERM', () => undefined),
  lingers(answer) {
    FAULTS['ignores-sigterm']();
    say(answer());
  },
  'late-answer'(answer) {
    process.on('SIGTERM', () => {
      say(answer());
      process.exit(0);
    });
  },
  garbage: () => process.stdout.write('Traceback (most recent call last):\n'),
  'two-answers'(answer) {
    const said = JSON.stringify(answer());
    process.stdout.write(`${said}\n${said}\n`);
  },
  'speaks-up'(answer) {
    say(answer());
    setTimeout(() => say({ state: 'sent' }), TICK_MS);
  },
  'long-line': () => process.stdout.write(`{"state":"sent","more":"${LONG}"}\n`),
  'wrong-state': () => say({ state: 'unheard_of' }),
  'next-protocol': (answer) => ({ ...answer(), protocol: 2 }),
  'cut-line'(answer) {
    process.stdout.write(JSON.stringify(answer()));
    process.exit(0);
  },
  'stderr-flood': () => process.stderr.write(LONG),
  'stderr-secrets'(answer, line) {
    process.stderr.write(`${line}\n`);
    return answer();
  },
  grandchild(answer) {
    spawnHeir(false);
    return answer();
  },
  'escaped-grandchild'(answer) {
    spawnHeir(true);
    return answer();
  },
  'crash-with-escaped-grandchild'() {
    spawnHeir(true);
    process.exit(1);
  },
};

let endsWithStdin = true;
const ignoreEnd = () => (endsWithStdin = false);

async function released(point) {
  while (existsSync(join(folder, `held-${point}`))) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}

function played(kind, op, { answer, line }) {
  if (!Object.hasOwn(FAULTS, kind)) return { state: 'error', code: kind };
  const usual = FAULTS[kind](answer, line);
  note({ is: 'played', op });
  return usual;
}

async function take(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    request = {};
  }
  const op = String(request.op);
  note({ is: 'called', op, line });
  await released(op);
  const kind = world().fault(op);
  const answer = () => answerTo(op, request, line);
  const usual = kind === undefined ? answer() : played(kind, op, { answer, line });
  if (usual === undefined || typeof usual !== 'object') return;
  await released(`${op}-answer`);
  say(usual);
  if (usual.state !== 'pin_required') process.exit(0);
}

function main() {
  note({ is: 'started', argv: process.argv.slice(2), environment: Object.keys(process.env).sort() });
  const atOnce = world().fault('*');
  if (atOnce === 'exits-at-once') process.exit(1);
  if (atOnce === 'closes-stdin') {
    closeSync(0);
    return stayAlive();
  }
  let begun = '';
  let turn = Promise.resolve();
  process.stdout.on('error', () => process.exit(0));
  process.stderr.on('error', () => undefined);
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop();
    for (const line of lines) turn = turn.then(() => take(line));
  });
  process.stdin.on('end', () => {
    if (endsWithStdin) process.exit(0);
  });
  process.stdin.on('error', () => undefined);
  return undefined;
}

main();
