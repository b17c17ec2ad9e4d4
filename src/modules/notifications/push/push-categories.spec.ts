import { describe, expect, it } from 'vitest';
import {
  changedPolicy,
  changedPreferences,
  DEFAULT_PREFERENCES,
  OPEN_POLICY,
  PUSH_CATEGORIES,
  type PushFlag,
} from './push-categories.js';

const on = (flags: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(flags).filter((flag) => flags[flag]);

describe('the flags of push messages', () => {
  it('doc3 §9.1, doc4 §5.3: what is off for who never chose', () => {
    const off = Object.keys(DEFAULT_PREFERENCES).filter((flag) => !DEFAULT_PREFERENCES[flag as PushFlag]);
    expect(off).toEqual(['request_decision', 'request_auto_approved', 'content_upgraded']);
    expect(Object.keys(DEFAULT_PREFERENCES).sort()).toEqual([...PUSH_CATEGORIES, 'push_enabled'].sort());
  });

  it('doc3 §9.1: legacy flags that are left out are switched off, newer ones keep what was stored', () => {
    const kept = ['media_server_access', 'new_album', 'push_enabled'];
    expect([...on(changedPreferences(DEFAULT_PREFERENCES, {}))].sort()).toEqual(kept);
    const stored = { ...DEFAULT_PREFERENCES, push_enabled: false, request_auto_approved: true };
    expect([...on(changedPreferences(stored, { new_movie: true }))].sort()).toEqual(
      ['media_server_access', 'new_album', 'new_movie', 'request_auto_approved'].sort(),
    );
  });

  it('doc3 §9.1: a flag that is sent counts, whichever it is', () => {
    for (const flag of Object.keys(DEFAULT_PREFERENCES) as PushFlag[]) {
      for (const value of [true, false]) {
        expect(changedPreferences(DEFAULT_PREFERENCES, { [flag]: value })[flag]).toBe(value);
      }
    }
  });

  it('doc4 §5.3: of the policy what is left out stays', () => {
    const once = changedPolicy(OPEN_POLICY, { categories: { new_movie: false } });
    const twice = changedPolicy(once, { enabled: false, categories: { new_book: false } });
    expect([once.enabled, twice.enabled]).toEqual([true, false]);
    expect(PUSH_CATEGORIES.filter((category) => !twice.categories[category])).toEqual(['new_movie', 'new_book']);
    expect(changedPolicy(twice, {})).toEqual(twice);
  });
});
