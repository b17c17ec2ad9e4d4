import { describe, expect, it } from 'vitest';
import type { DispatchState } from '../saved/job-rows.js';
import { mayCancel, mayRetry, mayWait } from './job-changes.js';

const TABLE: Record<DispatchState, { readonly retry: boolean; readonly cancel: boolean }> = {
  approval: { retry: false, cancel: true },
  queued: { retry: false, cancel: true },
  processing: { retry: false, cancel: false },
  retry: { retry: true, cancel: true },
  waiting_library: { retry: false, cancel: true },
  attention: { retry: true, cancel: true },
  complete: { retry: false, cancel: false },
  cancelled: { retry: false, cancel: false },
};

describe('what a person may do with a delivery', () => {
  it.each(Object.entries(TABLE) as [DispatchState, (typeof TABLE)[DispatchState]][])(
    'doc 4 sections 1.7 and 1.17: %s',
    (state, { retry, cancel }) => {
      expect(mayRetry(state)).toBe(retry);
      expect(mayCancel(state)).toBe(cancel);
    },
  );

  it.each(['import_failed', 'import_abandoned', 'import_cancelled'] as const)(
    'doc 4 section 1.8: a stopped import (%s) may be put back to waiting',
    (code) => {
      expect(mayWait({ state: 'attention', code })).toBe(true);
      expect(mayWait({ state: 'waiting_library', code })).toBe(false);
    },
  );

  it.each([null, 'retry_limit', 'library_unavailable', 'metadata_unresolved', 'tv_match_changed'] as const)(
    'doc 4 section 1.8: nothing else (%j) may',
    (code) => {
      expect(mayWait({ state: 'attention', code })).toBe(false);
    },
  );
});
