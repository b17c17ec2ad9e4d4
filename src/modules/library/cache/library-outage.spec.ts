import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { isReadFault, LibraryOutage } from './library-outage.js';

const fault = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({ system: 'radarr', operation: 'queue', kind, definitelyNotSent: false, reason: 'no answer' });
const lockedKey = new SecretUnreadable({ table: 'service_instances', column: 'api_key', row: 'films' });

function newOutage() {
  const clock = new MovedClock();
  const lines: string[] = [];
  const write = (message: string, fields: object = {}): void =>
    void lines.push([message, ...Object.values(fields).filter((value) => typeof value === 'string')].join(' '));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  return { clock, lines, outage: new LibraryOutage(clock, log) };
}

describe('LibraryOutage', () => {
  it('pauses nothing while nothing has failed', () => {
    const { outage } = newOutage();
    expect([outage.isPaused('films'), outage.isPaused('queue')]).toEqual([false, false]);
  });

  it('pauses the failed read for 5 seconds', async () => {
    const { clock, outage } = newOutage();
    outage.failed('queue', fault('failed'));
    await clock.advance(4_999);
    expect(outage.isPaused('queue')).toBe(true);
    await clock.advance(1);
    expect(outage.isPaused('queue')).toBe(false);
  });

  it.each<UpstreamFault>(['unreachable', 'timeout', 'unauthorized', 'rate_limited'])(
    'pauses both readings when one fails with %s, which is about the manager as a whole',
    (kind) => {
      const { outage } = newOutage();
      outage.failed('queue', fault(kind));
      expect(outage.isPaused('films')).toBe(true);
    },
  );

  it('pauses both reads when the stored key cannot be decrypted', () => {
    const { outage } = newOutage();
    outage.failed('films', lockedKey);
    expect(outage.isPaused('queue')).toBe(true);
  });

  it.each<UpstreamFault>(['failed', 'malformed', 'too_large', 'not_found', 'rejected', 'redirected', 'aborted'])(
    'leaves the other reading alone when one fails with %s',
    (kind) => {
      const { outage } = newOutage();
      outage.failed('queue', fault(kind));
      expect(outage.isPaused('films')).toBe(false);
    },
  );

  it('logs an outage when it begins and when it ends, however often it is met between', () => {
    const { lines, outage } = newOutage();
    outage.succeeded('queue');
    for (let reader = 0; reader < 100; reader++) outage.failed('queue', fault('timeout'));
    outage.succeeded('queue');
    outage.succeeded('queue');
    expect(lines).toEqual(['library unreadable queue', 'library readable again queue']);
  });

  it('logs each read separately', () => {
    const { lines, outage } = newOutage();
    outage.failed('queue', fault('failed'));
    outage.failed('films', fault('failed'));
    outage.succeeded('queue');
    expect(lines).toEqual(['library unreadable queue', 'library unreadable films', 'library readable again queue']);
  });

  it('ends the pause with the outage', () => {
    const { outage } = newOutage();
    outage.failed('queue', fault('timeout'));
    outage.succeeded('queue');
    expect(outage.isPaused('queue')).toBe(false);
  });

  it('continues without pauses after a drop, and remembers what was logged', () => {
    const { lines, outage } = newOutage();
    outage.failed('queue', fault('timeout'));
    const lifted = outage.withoutPauses();
    expect(lifted.isPaused('queue')).toBe(false);
    lifted.failed('queue', fault('timeout'));
    expect(lines).toEqual(['library unreadable queue']);
  });

  it('does not pass later failures on to the one that took its place', () => {
    const { outage } = newOutage();
    const lifted = outage.withoutPauses();
    outage.failed('queue', fault('timeout'));
    expect(lifted.isPaused('queue')).toBe(false);
  });
});

describe('isReadingFault', () => {
  it.each<[string, unknown, boolean]>([
    ['a failed call', fault('malformed'), true],
    ['a key that cannot be opened', lockedKey, true],
    ['a fault of the program', new TypeError('x is not a function'), false],
    ['something that is no error', 'timeout', false],
  ])('%s', (_case, error, expected) => {
    expect(isReadFault(error)).toBe(expected);
  });

  it('issue 43 C14, security 39: logs once that rows of a list can’t be read, and again after a reading that lacked none', () => {
    const { lines, outage } = newOutage();
    outage.lacks('queue', 0);
    expect(lines.splice(0)).toEqual([]);
    outage.lacks('films', 2);
    outage.lacks('films', 3);
    outage.withoutPauses().lacks('films', 1);
    expect(lines.splice(0)).toEqual(['rows of a library can not be read films']);
    outage.lacks('films', 0);
    outage.lacks('films', 1);
    expect(lines).toEqual(['rows of a library can not be read films']);
  });
});
