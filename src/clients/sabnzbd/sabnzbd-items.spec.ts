import { describe, expect, it } from 'vitest';
import {
  isUnderWay,
  SABNZBD_HISTORY_STATES,
  SABNZBD_QUEUE_STATES,
  standingInHistory,
  standingInQueue,
} from './sabnzbd-items.js';

/** Source: doc 4 §6.4, finished. */
const FINISHED = /complet|document|upload|import|unpack|extract|repair|verif|postprocess|moving|up$/i;

describe('facts, State vocabulary: a word of SABnzbd’s queue', () => {
  it.each([
    ['Queued', 'queued', 'waiting', 'paused'],
    ['Idle', 'queued', 'waiting', 'paused'],
    ['Propagating', 'queued', 'waiting', 'paused'],
    ['Paused', 'paused', 'paused', 'paused'],
    ['Grabbing', 'downloading', null, null],
    ['Fetching', 'downloading', null, null],
    ['Downloading', 'downloading', null, null],
    ['Checking', 'checking', null, null],
    ['Deleted', 'finished', null, null],
    ['Juggling', 'queued', null, null],
    ['', 'queued', null, null],
    ['constructor', 'queued', null, null],
  ])('%s is %s for the reason %s, in a paused queue %s', (word, state, reason, whilePaused) => {
    expect(standingInQueue(word, false)).toEqual([state, reason]);
    expect(standingInQueue(word, true)).toEqual([state, whilePaused]);
  });
});

describe('facts, State vocabulary: a word of SABnzbd’s history', () => {
  it.each([
    ['Queued', 'finished', true],
    ['QuickCheck', 'finished', true],
    ['Verifying', 'finished', true],
    ['Repairing', 'finished', true],
    ['Fetching', 'downloading', true],
    ['Extracting', 'finished', true],
    ['Moving', 'finished', true],
    ['Running', 'finished', true],
    ['Completed', 'finished', false],
    ['Failed', 'failed', false],
    ['Juggling', 'queued', false],
    ['__proto__', 'queued', false],
  ])('%s is %s, and under way: %s', (word, state, underWay) => {
    expect(standingInHistory(word)).toEqual([state, null]);
    expect(isUnderWay(word)).toBe(underWay);
  });

  it('doc 4 §6.4: that counts as finished is finished here too', () => {
    const words = [...Object.entries(SABNZBD_QUEUE_STATES), ...Object.entries(SABNZBD_HISTORY_STATES)];
    const named = words.filter(([word]) => FINISHED.test(word));
    expect(named.map(([word]) => word)).toEqual(['Verifying', 'Repairing', 'Extracting', 'Moving', 'Completed']);
    for (const [, [state]] of named) expect(state).toBe('finished');
  });
});
