import { describe, expect, it } from 'vitest';
import type { Role } from '../../../core/access/permissions.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { type DeliveryCode, DISPATCH_STATES, type DispatchRow, type DispatchState } from '../saved/job-rows.js';
import { mayCancel, mayRetry } from '../transitions/job-changes.js';
import type { RequestRow } from '../saved/rows.js';
import { deliveryMessage, deliveryState, matchOfRequest } from './request-members.view.js';

const OWN_WORDS = 'folder /srv/media is full at http://library.lan:8989';

const job = (state: DispatchState, code: DeliveryCode | null, message = OWN_WORDS): DispatchRow => ({
  requestId: 1,
  format: '',
  state,
  attempts: 1,
  lastAttemptAt: null,
  nextAttemptAt: null,
  code,
  message: message === '' ? null : foreignWords(message),
  leaseToken: null,
  leaseUntil: null,
  deliveryStartedAt: null,
  mutation: null,
  searchMark: null,
  openKey: null,
  recordId: null,
  canonicalForeignId: null,
  waitingSince: null,
  announcedWait: null,
  heldEpisodes: null,
});

const messageOf = (delivery: DispatchRow, reader: Role): string => deliveryMessage(delivery, reader).text;

describe('deliveryMessage', () => {
  const SERIES = [
    'tv_match_changed',
    'tv_match_paused',
    'tv_match_ambiguous',
    'tv_seasons_unmapped',
    'tv_target_missing',
    'tv_metadata_unavailable',
    'tv_metadata_refresh',
    'tv_pilot_unavailable',
  ] as const;

  it.each(SERIES)('doc 4 section 1.17: what is wrong with a series (%s) is said of this series', (code) => {
    expect(messageOf(job('attention', code), 'user')).toMatch(/\bthis series\b/i);
  });

  it('doc 4 section 1.17: a title that could not be found may be a film or a series', () => {
    const words = messageOf(job('attention', 'metadata_unresolved'), 'user');
    expect(words).toMatch(/could not be found/);
    expect(words).not.toMatch(/film|movie|series/i);
  });

  it.each([...SERIES, 'service_unavailable', 'library_unavailable', 'import_failed', 'retry_limit'] as const)(
    'the library manager’s own words are for administrators alone (%s)',
    (code) => {
      expect(messageOf(job('attention', code), 'user')).not.toContain('/srv/media');
      expect(messageOf(job('attention', code), 'admin')).toBe(OWN_WORDS);
    },
  );

  it.each(DISPATCH_STATES)('without a code it says where the delivery is (%s), to everybody', (state) => {
    const words = messageOf(job(state, null), 'user');
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toContain('/srv/media');
    expect(messageOf(job(state, null, ''), 'admin')).toBe(words);
  });

  it.each(['waiting_library', 'processing'] as const)(
    'doc 4 section 1.8: a book whose author is imported first waits for that, also while a look goes on (%s)',
    (state) => {
      const code = state === 'processing' ? null : 'author_import';
      const waits = { ...job(state, code, ''), waitingSince: 5 };
      expect(messageOf(waits, 'user')).toBe('The library is still taking its author in.');
    },
  );

  it.each(['metadata_unresolved', 'editions_unavailable', 'library_unavailable'] as const)(
    'issue 20: says whose turn it is where a title can not be had (%s)',
    (code) => {
      expect(messageOf(job('attention', code), 'user')).toMatch(/; an administrator has to look\.$/);
    },
  );

  it('does not show the library’s answer at acceptance as the current state', () => {
    expect(messageOf(job('complete', 'available', ''), 'user')).toBe('The library has accepted it.');
  });
});

describe('deliveryState', () => {
  it.each(DISPATCH_STATES)('doc 4 section 1.17: what is offered is what is allowed (%s)', (state) => {
    const { can_manage, can_cancel } = deliveryState(job(state, null), 'user');
    expect({ can_manage, can_cancel }).toEqual({ can_manage: mayRetry(state), can_cancel: mayCancel(state) });
  });
});

const ROW = {
  tmdbId: 100,
  title: 'Northern Relay',
  tvdbId: 7,
  seasonMap: '1:2,3:4',
  matchRevision: 'a'.repeat(24),
  matchProvenance: 'custom',
} as RequestRow;

describe('matchOfRequest', () => {
  it('doc4 §1.3: is the match that the request was made by', () => {
    expect(matchOfRequest(ROW)).toEqual({
      tmdb_id: 100,
      title: 'Northern Relay',
      tvdb_id: 7,
      season_map: { 1: 2, 3: 4 },
      provenance: 'custom',
      revision: 'a'.repeat(24),
      state: 'resolved',
    });
  });

  it('is left out where the stored seasons can’t be read, rather than shown without any', () => {
    expect(matchOfRequest({ ...ROW, seasonMap: 'nonsense' })).toBeUndefined();
  });

  it('doc4 §1.3: a film has none', () => {
    const film = { ...ROW, tvdbId: null, matchRevision: null, matchProvenance: null, seasonMap: '' };
    expect(matchOfRequest(film)).toBeUndefined();
  });
});
