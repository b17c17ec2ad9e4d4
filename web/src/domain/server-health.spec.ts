import { describe, expect, it } from 'vitest';
import { serverHealth } from './server-health.js';

const OK = { database: 'ok', writes: 'ok', key: 'ok', migrations: 'ok' };
const FAULT = { since: '2026-01-02T03:04:05Z', reason: 'no_room' };

describe('design §4, Overview: how the server is, by its readiness check', () => {
  it('all in order, with the last proven backup', () => {
    const backup = { made_here: true, last_proven_restore: '2026-01-01T00:00:00Z', failing: null };
    expect(serverHealth({ status: 'ready', checks: OK, backup })).toEqual({
      failing: [],
      isBackedUpHere: true,
      provenAt: '2026-01-01T00:00:00Z',
      backupFault: undefined,
    });
  });

  it('what isn’t in order is named, also where the answer is a 503, and so are backups that fail', () => {
    const checks = { ...OK, writes: 'failing', key: 'failing' };
    const backup = { made_here: true, last_proven_restore: null, failing: FAULT };
    expect(serverHealth({ error: 'not ready', checks, backup })).toEqual({
      failing: ['writes', 'key'],
      isBackedUpHere: true,
      provenAt: undefined,
      backupFault: FAULT,
    });
  });

  it('on a database server of its own no backup is made here', () => {
    const backup = { made_here: false, last_proven_restore: null, failing: null };
    expect(serverHealth({ status: 'ready', checks: OK, backup })).toMatchObject({ isBackedUpHere: false });
  });

  it.each([null, 'Bad Gateway', {}, { error: 'busy' }, { checks: OK }])(
    'the answer of something else says nothing of the server: %j',
    (body) => {
      expect(serverHealth(body)).toBeUndefined();
    },
  );
});
