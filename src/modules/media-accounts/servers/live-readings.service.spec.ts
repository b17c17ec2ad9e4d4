import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { manualPromise, type ManualPromise } from '../../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { InstanceChanged, InstanceMissing, InstanceRemoved } from '../../instances/instances.public.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { LiveReadingsService, stateOfFault } from './live-readings.service.js';

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('issue 43 B11, security 40: media servers that are read for accounts', () => {
  let clock: MovedClock;
  let events: EventBus;
  let readings: LiveReadingsService;
  /** Calls that the servers were asked, in order. */
  let calls: { readonly name: string; readonly answer: ManualPromise<string> }[];

  beforeEach(() => {
    clock = new MovedClock();
    events = new EventBus(silentLog);
    readings = new LiveReadingsService(clock, events, silentMeter);
    readings.onModuleInit();
    calls = [];
  });

  const call = (name: string) => (): Promise<string> => {
    const answer = manualPromise<string>();
    calls.push({ name, answer });
    return answer.promise;
  };
  const names = (): readonly string[] => calls.map(({ name }) => name);
  const read = (userId: number, what: string, instanceId = 'films'): Promise<string> =>
    readings.readFor(userId, { instanceId, what: [what] }, ({ inTurn }) => inTurn(call(`${userId} ${what}`)));

  it('an account that asks two hundred times at once is answered by one reading', async () => {
    const asked = Array.from({ length: 200 }, () => read(1, 'a'));
    await turns();
    calls[0]?.answer.resolve('found');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['found']));
    expect(names()).toEqual(['1 a']);
  });

  /** Is it read anew for an account that looks again? */
  const isReadAnew = async (): Promise<boolean> => {
    const before = calls.length;
    const again = read(1, 'a');
    await turns();
    calls[before]?.answer.resolve('anew');
    await again;
    return calls.length > before;
  };

  it('who looks again within three seconds is told the same, and then it is read anew', async () => {
    expect(await isReadAnew()).toBe(true);
    await clock.advance(2_999);
    expect(await isReadAnew()).toBe(false);
    await clock.advance(1);
    expect(await isReadAnew()).toBe(true);
  });

  it.each([
    ['a link was made or ended', new MediaLinksChanged('films', [1])],
    ['a server was changed', new InstanceChanged('films')],
    ['a server was removed', new InstanceRemoved('films')],
  ])('after %s nothing older is told, what was being read at that moment either', async (_, event) => {
    const before = read(1, 'a');
    await turns();
    await events.publish(event);
    calls[0]?.answer.resolve('before');
    expect(await before).toBe('before');
    expect(await isReadAnew()).toBe(true);
    await events.publish(event);
    expect(await isReadAnew()).toBe(true);
  });

  it('two hundred readings are kept, and no more', async () => {
    for (let userId = 1; userId <= 201; userId += 1) {
      const asked = read(userId, 'a');
      await turns();
      calls.at(-1)?.answer.resolve('found');
      await asked;
    }
    expect(await isReadAnew()).toBe(true);
  });

  it('another account, another title and another server are readings of their own', async () => {
    const asked = [read(1, 'a'), read(2, 'a'), read(1, 'b'), read(1, 'a', 'series')];
    await turns();
    for (const { answer } of calls) answer.resolve('found');
    await Promise.all(asked);
    expect(names()).toEqual(['1 a', '2 a', '1 b', '1 a']);
  });

  it('a failure is told to who waits, and not kept', async () => {
    const failed = errorOf(read(1, 'a'));
    await turns();
    calls[0]?.answer.reject(new Error('planted'));
    expect(await failed).toEqual(new Error('planted'));
    const again = read(1, 'a');
    await turns();
    calls[1]?.answer.resolve('found');
    expect(await again).toBe('found');
  });

  it('four calls go to a server at once, others wait in turns by account, and another server is free', async () => {
    const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((what) => read(1, what));
    asked.push(read(2, 'a'), read(3, 'a', 'series'));
    await turns();
    expect(names()).toEqual(['1 a', '1 b', '1 c', '1 d', '3 a']);
    for (let at = 0; at < 8; at += 1) {
      calls[at]?.answer.resolve('found');
      await turns();
    }
    await Promise.all(asked);
    expect(names().slice(5)).toEqual(['1 e', '2 a', '1 f']);
  });

  it('the turn is part of the four seconds, and who has given up makes no call any more', async () => {
    const hanging = ['a', 'b', 'c', 'd', 'e'].map((what) => errorOf(read(1, what)));
    await turns();
    await clock.advance(4_000);
    for (const fault of await Promise.all(hanging)) expect(fault).toMatchObject({ kind: 'timeout' });
    calls[0]?.answer.resolve('late');
    await turns();
    expect(names()).toEqual(['1 a', '1 b', '1 c', '1 d']);
    const next = read(1, 'f');
    await turns();
    calls[4]?.answer.resolve('found');
    expect(await next).toBe('found');
  });
});

const of = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({
    system: 'jellyfin',
    operation: 'item.find',
    kind,
    definitelyNotSent: false,
    reason: foreignWords(''),
  });

describe('doc1 §3: the state after a look-up that failed', () => {
  it.each<UpstreamFault>(['unreachable', 'timeout', 'aborted', 'unauthorized', 'rate_limited', 'failed'])(
    '%s: the server is unreachable',
    (kind) => {
      expect(stateOfFault(of(kind))).toBe('unreachable');
    },
  );

  it.each<UpstreamFault>(['not_found', 'rejected', 'redirected', 'malformed', 'too_large'])(
    '%s: nothing is verified',
    (kind) => {
      expect(stateOfFault(of(kind))).toBe('unverified');
    },
  );

  it('security 26: a credential that can not be opened leaves the server unreachable', () => {
    const place = { table: 'service_instances', column: 'api_key', row: 'films' };
    expect(stateOfFault(new SecretUnreadable(place))).toBe('unreachable');
    expect(stateOfFault(new InstanceMissing())).toBe('unreachable');
  });

  it('a fault of our own is thrown', () => {
    const fault = new StorageError('corrupt', new Error('unreadable'));
    expect(() => stateOfFault(fault)).toThrow(fault);
  });
});
