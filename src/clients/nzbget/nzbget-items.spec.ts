import { describe, expect, it } from 'vitest';
import {
  NZBGET_HISTORY_STATES,
  NZBGET_QUEUE_STATES,
  shownWord,
  standingInHistory,
  standingInQueue,
} from './nzbget-items.js';

/** Source: doc 4 §6.4, finished. */
const FINISHED = /complet|document|upload|import|unpack|extract|repair|verif|postprocess|moving|up$/i;

describe('facts, State vocabulary: a word of NZBGet’s queue', () => {
  it.each([
    ['QUEUED', 'queued', 'waiting', 'paused'],
    ['PAUSED', 'paused', 'paused', 'paused'],
    ['DOWNLOADING', 'downloading', null, null],
    ['FETCHING', 'downloading', null, null],
    ['PP_QUEUED', 'finished', null, null],
    ['LOADING_PARS', 'finished', null, null],
    ['VERIFYING_SOURCES', 'finished', null, null],
    ['REPAIRING', 'finished', null, null],
    ['VERIFYING_REPAIRED', 'finished', null, null],
    ['RENAMING', 'finished', null, null],
    ['UNPACKING', 'finished', null, null],
    ['MOVING', 'finished', null, null],
    ['POST_UNPACK_RENAMING', 'finished', null, null],
    ['EXECUTING_SCRIPT', 'finished', null, null],
    ['PP_FINISHED', 'finished', null, null],
    ['JUGGLING', 'queued', null, null],
    ['', 'queued', null, null],
    ['constructor', 'queued', null, null],
  ])('%s is %s for the reason %s, in a paused queue %s', (word, state, reason, whilePaused) => {
    expect(standingInQueue(word, false)).toEqual([state, reason]);
    expect(standingInQueue(word, true)).toEqual([state, whilePaused]);
  });
});

describe('doc 4 §6.3: a word of NZBGet’s history', () => {
  it.each([
    ['SUCCESS/ALL', 'finished', null, 'Completed'],
    ['SUCCESS', 'finished', null, 'Completed'],
    ['WARNING/SCRIPT', 'finished', null, 'WARNING/SCRIPT'],
    ['WARNING/DAMAGED', 'finished', null, 'WARNING/DAMAGED'],
    ['WARNING/SPACE', 'failed', 'no_space', 'WARNING/SPACE'],
    ['WARNING/PASSWORD', 'failed', null, 'WARNING/PASSWORD'],
    ['WARNING/SKIPPED', 'failed', null, 'WARNING/SKIPPED'],
    ['FAILURE/PAR', 'failed', null, 'Failed'],
    ['FAILURE/HEALTH', 'failed', null, 'Failed'],
    ['DELETED/MANUAL', 'finished', null, 'DELETED/MANUAL'],
    ['JUGGLED/TWICE', 'finished', null, 'JUGGLED/TWICE'],
    ['__proto__/x', 'finished', null, '__proto__/x'],
  ])('%s is %s for the reason %s, and is shown as %s', (word, state, reason, shown) => {
    expect(standingInHistory(word)).toEqual([state, reason]);
    expect(shownWord(word)).toBe(shown);
  });
});

describe('doc 4 §6.4', () => {
  it('what counts as finished there is finished here too', () => {
    const all = [...Object.entries(NZBGET_QUEUE_STATES), ...Object.entries(NZBGET_HISTORY_STATES)];
    const named = all.filter(([word]) => FINISHED.test(word));
    expect(named).toHaveLength(6);
    for (const [, [state]] of named) expect(state).toBe('finished');
  });
});
