import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeHelperFault,
  FakeSetboxHelper,
  type HelperCall,
} from '../../../test/fakes/appletv/fake-setbox-helper.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Secret } from '../../core/secrets/secret.js';
import { nextTurn } from '../../core/time/waiting.js';
import { AppleTvHelper, type PairedBox } from './appletv-helper.js';

const CREDENTIALS = 'planted-credentials';
const INFUSE = 'com.firecore.infuse';
const LINK = { app: INFUSE, url: 'infuse://movie/990101' };
const ANSWER_MS = 40_000;
const GRACE_MS = 2_000;
const SECRET = /planted|infuse:|990101/;

/** A clock of which a test can wait until a timer of some length is set. */
class WatchedClock extends MovedClock {
  private readonly lengths: number[] = [];
  private look: () => void = () => undefined;

  override setTimer(ms: number, work: () => void) {
    this.lengths.push(ms);
    this.look();
    return super.setTimer(ms, work);
  }

  timerOf(ms: number): Promise<void> {
    return new Promise((seen) => {
      this.look = () => this.lengths.includes(ms) && seen();
      this.look();
    });
  }
}

/** Another process gets somewhere, which nothing tells this one. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

describe('AppleTvHelper', () => {
  let fake: FakeSetboxHelper;
  let clock: WatchedClock;
  let helper: AppleTvHelper;
  let box: PairedBox;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
    clock = new WatchedClock();
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

  it.each<[fault: FakeHelperFault, outcome: string, effect: 'sent' | 'not sent']>([
    ['flood', 'malformed', 'not sent'],
    ['crash', 'ended', 'not sent'],
    ['answer-lost', 'ended', 'sent'],
    ['crash-after-answer', 'opened', 'sent'],
    ['garbage', 'malformed', 'not sent'],
    ['two-answers', 'malformed', 'sent'],
    ['long-line', 'malformed', 'not sent'],
    ['wrong-state', 'malformed', 'not sent'],
    ['cut-line', 'malformed', 'sent'],
    ['stderr-flood', 'malformed', 'not sent'],
    ['stderr-secrets', 'opened', 'sent'],
    ['grandchild', 'opened', 'sent'],
    ['needs_more_coffee', 'malformed', 'not sent'],
    ['unreachable', 'unreachable', 'not sent'],
  ])('issue 25: %s ends as %s, and no process is left', async (fault, outcome, effect) => {
    fake.fault('open', fault);
    const failure = await open();
    expect(failure).toEqual(
      outcome === 'opened' ? undefined : expect.objectContaining({ fault: outcome, definitelyNotSent: false }),
    );
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(SECRET);
    expect(opened()).toEqual(effect === 'sent' ? [LINK.url] : []);
    // The system takes a moment to end a grandchild.
    if (fault === 'grandchild') await fake.quiet();
    expect([fake.running(), clock.pending]).toEqual([[], 0]);
  });

  it('issue 25: a helper that ends before it was asked has ended without an answer', async () => {
    fake.fault('*', 'exits-at-once');
    const failures = await Promise.all([open(), errorOf(helper.version())]);
    expect(failures).toMatchObject([{ fault: 'ended' }, { fault: 'ended' }]);
    await fake.quiet();
  });

  it.each<[fault: FakeHelperFault]>([['silence'], ['late-answer'], ['heeds-stdin-alone']])(
    'issue 25: %s: after 40 s the process gets SIGTERM and the end of its stdin, and the operation ends as timeout',
    async (fault) => {
      fake.fault('open', fault);
      const failure = open();
      await fake.played('open');
      await clock.advance(ANSWER_MS - 1);
      expect(fake.running()).toHaveLength(1);
      await clock.advance(1);
      expect(await failure).toMatchObject({ fault: 'timeout', definitelyNotSent: false });
      expect(fake.running()).toEqual([]);
    },
  );

  it('issue 25: a helper that takes nothing from its stdin is waited for 40 s, too', async () => {
    fake.fault('*', 'closes-stdin');
    const failure = open();
    await fake.started();
    await clock.advance(ANSWER_MS);
    expect(await failure).toMatchObject({ fault: 'timeout' });
    await fake.quiet();
  });

  it('issue 25: a process that ignores SIGTERM gets SIGKILL two seconds later', async () => {
    fake.fault('open', 'ignores-sigterm');
    const failure = open();
    await fake.played('open');
    await clock.advance(ANSWER_MS + GRACE_MS - 1);
    expect(fake.running()).toHaveLength(1);
    await clock.advance(1);
    expect(await failure).toMatchObject({ fault: 'timeout' });
    expect(fake.running()).toEqual([]);
  });

  it('issue 25: a process that stays after its answer is killed two seconds later, and the answer is good', async () => {
    fake.fault('open', 'lingers');
    const failure = open();
    await clock.timerOf(GRACE_MS);
    await fake.played('open');
    await clock.advance(GRACE_MS - 1);
    expect(fake.running()).toHaveLength(1);
    await clock.advance(1);
    expect(await failure).toBeUndefined();
    expect(fake.running()).toEqual([]);
  });

  it('issue 25: a process that has answered and stays is ended by close, and the answer is good', async () => {
    fake.fault('open', 'lingers');
    const failure = open();
    await clock.timerOf(GRACE_MS);
    await fake.played('open');
    const closed = helper.close();
    await clock.advance(GRACE_MS);
    await closed;
    expect(await failure).toBeUndefined();
    expect(fake.running()).toEqual([]);
  });

  it.each<[fault: FakeHelperFault, outcome: object | undefined]>([
    ['escaped-grandchild', undefined],
    ['crash-with-escaped-grandchild', { fault: 'ended' }],
  ])(
    'issue 25: %s: a pipe that a process outside the group holds is waited for two seconds',
    async (fault, outcome) => {
      fake.fault('open', fault);
      const failure = open();
      await fake.started();
      const [{ pid }] = fake.calls() as [HelperCall];
      await until(() => fake.running().some((one) => one !== pid) && !fake.running().includes(pid));
      await clock.timerOf(GRACE_MS);
      await clock.advance(GRACE_MS);
      // The end of a process that has answered may be seen only now.
      await clock.advance(GRACE_MS);
      expect([await failure, fake.running().length]).toMatchObject([outcome, 1]);
    },
  );

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

  function plainFile(text = '', mode = 0o644): string {
    const folder = join(fake.folder, 'plain');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'program'), text);
    chmodSync(join(folder, 'program'), mode);
    return join(folder, 'program');
  }
});
