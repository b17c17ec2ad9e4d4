import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HELPER, HELPER_TESTS, PythonProcess } from './python-process.js';

const IDENTIFIER = 'AA:BB:CC:DD:EE:01';
const DEN = { name: 'Den', address: '10.0.0.40', identifiers: { AirPlay: IDENTIFIER, Companion: '5D797FD3' } };
const CREDENTIALS = 'c0ffee5ec4e7:c0ffee5ec4e7';
const PIN = '0042';
const LINK = 'infuse://movie/990101';
const SECRETS = [CREDENTIALS, PIN, LINK];

const where = { address: DEN.address, identifier: IDENTIFIER };
const known = { ...where, credentials: CREDENTIALS, app: 'com.firecore.infuse' };
const version = { op: 'version' };
const discover = { op: 'discover' };
const begin = { op: 'pair_begin', ...where };
const finish = { op: 'pair_finish', pin: PIN };
const check = { op: 'check', ...known };
const open = { op: 'open', ...known, url: LINK };

/** A household with one box, and a library that prints and logs everything it is given. */
const script = (more: object = {}) => ({
  boxes: [DEN],
  apps: { 'com.firecore.infuse': 'Infuse' },
  pin: PIN,
  credentials: CREDENTIALS,
  rude: true,
  ...more,
});

const helper = (more: object = {}) => new PythonProcess([HELPER], script(more));

/** As if pyatv were not installed, on machines where it is. */
const withoutLibrary = (...args: readonly string[]) => new PythonProcess(['-S', '-I', HELPER, ...args]);

const lines = (...answers: readonly object[]) => answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
const failure = (code: string) => ({ code: 1, output: lines({ state: 'error', code }), errors: '' });
const success = (...answers: readonly object[]) => ({ code: 0, output: lines(...answers), errors: '' });

const READY = { state: 'ready', protocol: 1, library: 'pyatv', version: '0.18.0' };
const DEVICE = { name: 'Den', address: DEN.address, identifier: IDENTIFIER, model: 'Apple TV 4K' };

/** Is a process of this group left? */
function isLeft(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('issue 25, the helper program for set-top boxes', () => {
  it('decides as its own tests say', async () => {
    const { code, errors } = await new PythonProcess([HELPER_TESTS]).hangUp().ended;
    expect(errors).toMatch(/\nRan \d{2,} tests in [\d.]+s\n\nOK\n/);
    expect(code).toBe(0);
  });

  it.each([
    ['version', version, READY],
    ['discover', discover, { state: 'found', devices: [DEVICE] }],
    ['check', check, { state: 'checked', connected: true, installed: true }],
    ['open', open, { state: 'sent' }],
  ])('%s: one line in, one line out, and the process ends', async (_, request, answer) => {
    expect(await helper().say(request).ended).toEqual(success(answer));
  });

  it('a pairing takes two lines in one process', async () => {
    const process = helper().say(begin);
    expect(await process.answer()).toEqual({ state: 'pin_required', device: DEVICE });
    const paired = { state: 'paired', credentials: CREDENTIALS };
    expect(await process.say(finish).ended).toEqual(success({ state: 'pin_required', device: DEVICE }, paired));
  });

  it('an answer comes before the connection is closed, and closing holds nothing', async () => {
    const process = helper({ faults: { close: 'deaf' } }).say(open);
    expect(await process.answer()).toEqual({ state: 'sent' });
    expect(await process.ended).toEqual(success({ state: 'sent' }));
    expect(process.callNames.at(-1)).toBe('close');
  });

  it.each([
    ['no JSON', 'garbage\n', 'unsupported'],
    ['a control character', '\u0000\n', 'unsupported'],
    ['a line of 64 KiB and one byte that doesn’t end', 'x'.repeat(64 * 1024 + 1), 'internal'],
    ['a line of 64 KiB and one byte', `{"op":"version"${' '.repeat(64 * 1024 - 15)}}\n`, 'internal'],
    ['an operation that it doesn’t know', lines({ op: 'play' }), 'unsupported'],
  ])('%s is refused in one line', async (_, line, code) => {
    expect(await helper().say(line).ended).toEqual(failure(code));
  });

  it('a line of 64 KiB is read', async () => {
    expect(await helper().say(`{"op":"version"${' '.repeat(64 * 1024 - 16)}}\n`).ended).toEqual(success(READY));
  });

  it('without pyatv, or with another one, an operation is unsupported, as version is', async () => {
    const requests = [version, open];
    const processes = requests.flatMap((request) => [
      withoutLibrary().say(request),
      helper({ version: '0.17.0' }).say(request),
    ]);
    for (const { ended } of processes) expect(await ended).toEqual(failure('unsupported'));
  });

  it('--self-test prints what version answers, and says in its exit code whether it fits', async () => {
    expect(await new PythonProcess([HELPER, '--self-test'], script()).ended).toEqual(success(READY));
    const reason = 'pyatv 0.18 is not installed for this Python.\n';
    const unfit = { ...failure('unsupported'), errors: reason };
    expect(await withoutLibrary('--self-test').ended).toEqual(unfit);
    expect(await new PythonProcess([HELPER, '--self-test'], script({ version: '0.19.0' })).ended).toEqual(unfit);
  });

  it('takes nothing from arguments', async () => {
    const { code, output } = await new PythonProcess([HELPER, 'open', LINK], script()).ended;
    expect({ code, output }).toEqual({ code: 2, output: '' });
  });
});

describe('issue 25, the helper ends when standard input does', () => {
  /** What is under way, by which call of pyatv it stands still, and how that call does. */
  const UNDER_WAY = [
    { op: 'a PIN that is tried', requests: [begin, finish], step: 'finish', fault: 'hang' },
    { op: 'a check', requests: [check], step: 'connect', fault: 'hang' },
    { op: 'a link that is sent', requests: [open], step: 'launch_app', fault: 'hang' },
    { op: 'a call that can’t be cancelled', requests: [open], step: 'connect', fault: 'deaf' },
    { op: 'a call that holds the whole process', requests: [open], step: 'connect', fault: 'block' },
  ];

  /** Far less than the time of an operation; what is left to a process is two seconds. */
  const SOON_MS = 15_000;

  it('before a line came', async () => {
    expect(await helper().hangUp().ended).toEqual({ code: 1, output: '', errors: '' });
  });

  it('in the middle of a line', async () => {
    expect(await helper().say('{"op":"version"}').hangUp().ended).toEqual({ code: 1, output: '', errors: '' });
  });

  it.each(UNDER_WAY)('in the middle of $op ($step, $fault): no process is left', async ({ requests, step, fault }) => {
    const process = helper({ faults: { [step]: fault } });
    for (const request of requests) process.say(request);
    await process.called(step);
    const began = performance.now();
    const { code, output, errors } = await process.hangUp().ended;
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    const begun = requests.length === 2 ? lines({ state: 'pin_required', device: DEVICE }) : '';
    expect({ code, output, errors }).toEqual({ code: 1, output: begun, errors: '' });
    expect(isLeft(process.pid)).toBe(false);
    if (fault === 'hang') expect(process.callNames).toContain(`${step} cancelled`);
    const isConnected = ['finish', 'launch_app'].includes(step);
    expect(process.callNames.includes('close')).toBe(isConnected);
  });

  it('while a pairing waits for its PIN: the connection to the box is closed', async () => {
    const process = helper().say(begin);
    await process.answer();
    expect(await process.hangUp().ended).toMatchObject({ code: 1, errors: '' });
    expect(process.callNames).toEqual(['scan', 'pair', 'begin', 'close']);
    expect(isLeft(process.pid)).toBe(false);
  });
});

describe('issue 25, what this must show 3: secrets are in no arguments, no environment and no output', () => {
  it.runIf(process.platform === 'linux').each([
    ['pair_finish', [begin, finish], 'finish'],
    ['check', [check], 'app_list'],
    ['open', [open], 'launch_app'],
  ])('during %s', async (_, requests, step) => {
    const running = helper({ faults: { [step]: 'hang' } });
    for (const request of requests) running.say(request);
    await running.called(step);
    const seen = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${running.pid}/${file}`, 'utf8')).join('');
    expect(seen).toContain('usher_setbox_helper.py');
    const { output, errors } = await running.hangUp().ended;
    expect(SECRETS.filter((secret) => (seen + output + errors).includes(secret))).toEqual([]);
  });

  it('in no answer to a failure, whatever the library says of it', async () => {
    const text = SECRETS.join(' ');
    const faults = { connect: { raise: 'AuthenticationError', text, cause: { raise: 'KeyError', text } } };
    expect(await helper({ faults }).say(open).ended).toEqual(failure('auth_failed'));
  });
});
