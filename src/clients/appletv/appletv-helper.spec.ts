import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeSetboxHelper, type HelperCall } from '../../../test/fakes/appletv/fake-setbox-helper.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Secret } from '../../core/secrets/secret.js';
import { AppleTvHelper, type PairedBox, PLAYERS } from './appletv-helper.js';

const CREDENTIALS = 'planted-credentials';
const INFUSE = 'com.firecore.infuse';
const LINK = { app: INFUSE, url: 'infuse://movie/990101' };
const GRACE_MS = 2_000;
const SECRET = /planted|infuse:|990101/;

describe('AppleTvHelper', () => {
  let fake: FakeSetboxHelper;
  let clock: MovedClock;
  let helper: AppleTvHelper;
  let box: PairedBox;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
    clock = new MovedClock();
    helper = new AppleTvHelper({ command: fake.command, clock });
    const { address, identifier } = fake.addBox({ credentials: [CREDENTIALS] });
    box = { address, identifier, credentials: Secret.of(CREDENTIALS) };
  });

  afterEach(() => fake.close());

  const open = (signal?: AbortSignal): Promise<unknown> => errorOf(helper.open(box, LINK, signal));
  const opened = (): readonly string[] => fake.opened().map(({ url }) => url);

  it('issue 25: says which helper it is', async () => {
    expect(await helper.version()).toEqual({ protocol: 1, library: 'pyatv', version: '0.18.0' });
  });

  it('issue 25: finds boxes on the network, or at an address', async () => {
    fake.addBox({ name: 'Attic', identifier: 'attic', address: '10.0.0.41', isHidden: true, model: undefined });
    const { name, address, identifier, model } = fake.addBox();
    expect(await helper.discover()).toEqual([{ name, address, identifier, model }]);
    expect(await helper.discover('10.0.0.41')).toEqual([{ name: 'Attic', identifier: 'attic', address: '10.0.0.41' }]);
    expect(await helper.discover('10.0.0.99')).toEqual([]);
  });

  it('issue 25: checks the connection and the player, and opens nothing', async () => {
    expect(await helper.check(box, INFUSE)).toEqual({ connected: true, installed: true });
    expect(await helper.check(box, 'org.example.other')).toEqual({ connected: true, installed: false });
    expect(opened()).toEqual([]);
  });

  it('issue 25: what is under way shows no secret in its arguments and environment, and has a process group of its own', async () => {
    process.env.PLANTED_KEY = 'planted-environment';
    fake.hold('open');
    const failure = open();
    await fake.arrived('open');
    const [pid = 0] = fake.running();
    const shown = ['cmdline', 'environ', 'stat'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    delete process.env.PLANTED_KEY;
    expect(shown.join()).not.toMatch(/planted|infuse:|990101|PLANTED/);
    const [parent, group] = (shown[2] ?? '')
      .replace(/^.*\) . /s, '')
      .split(' ')
      .map(Number);
    expect([parent, group]).toEqual([process.pid, pid]);
    fake.release('open');
    expect(await failure).toBeUndefined();
    const [{ argv, environment }] = fake.calls() as [HelperCall];
    expect(argv).toEqual([]);
    expect(['HOME', 'LANG', 'PATH']).toEqual(expect.arrayContaining([...environment]));
    expect(environment).toContain('PATH');
  });

  it('issue 25: who gives up has the process ended, and the link is not sent', async () => {
    fake.hold('open');
    const caller = new AbortController();
    const failure = open(caller.signal);
    await fake.arrived('open');
    caller.abort(new Error('planted'));
    expect(await failure).toMatchObject({ fault: 'aborted', definitelyNotSent: false });
    await fake.quiet();
    expect(opened()).toEqual([]);
  });

  it('issue 25: who has given up before starts no process', async () => {
    expect(await open(AbortSignal.abort())).toMatchObject({ fault: 'aborted', definitelyNotSent: true });
    expect(await errorOf(helper.check(box, INFUSE, AbortSignal.abort()))).toMatchObject({ definitelyNotSent: true });
    expect(fake.calls()).toEqual([]);
  });

  it('issue 25: close ends what is under way, pairings too, and lets nothing new begin', async () => {
    const pairing = await helper.beginPairing(box);
    fake.fault('check', 'ignores-sigterm');
    const checked = errorOf(helper.check(box, INFUSE));
    await fake.played('check');
    let isClosed = false;
    const closed = helper.close().finally(() => (isClosed = true));
    await clock.advance(GRACE_MS - 1);
    expect(isClosed).toBe(false);
    await clock.advance(1);
    await closed;
    expect(fake.running()).toEqual([]);
    expect(await checked).toMatchObject({ fault: 'aborted', definitelyNotSent: false });
    expect(await errorOf(pairing.finish('1234'))).toMatchObject({ fault: 'aborted' });
    const started = fake.calls().length;
    const late = [
      helper.version(),
      helper.discover(),
      helper.beginPairing(box),
      helper.check(box, INFUSE),
      helper.close(),
    ];
    const aborted = { fault: 'aborted', definitelyNotSent: true };
    expect(await Promise.all(late.map(errorOf))).toMatchObject([aborted, aborted, aborted, aborted, undefined]);
    expect(fake.calls()).toHaveLength(started);
  });

  it('issue 25: a program that is named without a path is looked up on the PATH, and is given that PATH', async () => {
    const pathVariable = `${fake.folder}:${process.env.PATH}`;
    const named = new AppleTvHelper({ command: 'usher-setbox-helper', clock, pathVariable });
    expect(await named.version()).toMatchObject({ protocol: 1 });
    const elsewhere = new AppleTvHelper({ command: 'usher-setbox-helper', clock, pathVariable: '/nonexistent' });
    expect(await errorOf(elsewhere.version())).toMatchObject({ fault: 'missing', definitelyNotSent: true });
  });

  it.each<[what: string, commandOf: () => string]>([
    ['that is not there', () => join(fake.folder, 'nothing')],
    ['with arguments, which is no path', () => `${fake.command} --planted`],
    ['with a command of a shell', () => `${fake.command}; echo planted`],
    ['that is empty', () => ''],
    ['with a zero', () => `${fake.command}\u0000planted`],
    ['that is a folder', () => fake.folder],
    ['that may not be run', () => plainFile()],
    ['of an interpreter that is not there', () => plainFile('#!/nonexistent/python\n', 0o755)],
  ])('issue 25: a program %s is missing, and nothing was sent', async (_, commandOf) => {
    const failure = await errorOf(new AppleTvHelper({ command: commandOf(), clock }).open(box, LINK));
    expect(failure).toMatchObject({ fault: 'missing', definitelyNotSent: true });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(SECRET);
    expect(clock.pending).toBe(0);
  });

  it('issue 44: no process is begun for a program that is not there, since that takes the server’s time', async () => {
    const begun: unknown[] = [];
    const note = (process: unknown): void => void begun.push(process);
    subscribe('child_process', note);
    try {
      for (const command of ['usher-setbox-helper', join(fake.folder, 'nothing')]) {
        const absent = new AppleTvHelper({ command, clock, pathVariable: '/nonexistent:/usr/bin' });
        expect(await errorOf(absent.version())).toMatchObject({ fault: 'missing', definitelyNotSent: true });
      }
      expect(begun).toEqual([]);
      await helper.version();
      expect(begun).toHaveLength(1);
    } finally {
      unsubscribe('child_process', note);
    }
  });

  function plainFile(text = '', mode = 0o644): string {
    const folder = join(fake.folder, 'plain');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'program'), text);
    chmodSync(join(folder, 'program'), mode);
    return join(folder, 'program');
  }
});

describe('appletv facts, player deep links', () => {
  it('a film and a series have their page, and nothing plays', () => {
    const { app, link } = PLAYERS.infuse;
    expect(app).toBe('com.firecore.infuse');
    expect([link('movie', 990_101), link('tv', 42)]).toEqual(['infuse://movie/990101', 'infuse://series/42']);
  });
});
