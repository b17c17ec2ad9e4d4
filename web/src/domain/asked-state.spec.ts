import { describe, expect, it } from 'vitest';
import { askedState } from './asked-state.js';
import type { Step } from './timeline.js';

const steps = (downloading: Step['state'], available: Step['state']) => [
  { key: 'downloading', state: downloading } as const,
  { key: 'available', state: available } as const,
];

describe('issue 22: the state of somebody else’s request', () => {
  it.each([
    ['pending', steps('waiting', 'waiting'), 'pending'],
    ['pending', undefined, 'pending'],
    ['denied', steps('skipped', 'skipped'), 'denied'],
    ['denied', undefined, 'denied'],
    ['cancelled', steps('skipped', 'skipped'), 'denied'],
    ['denied', steps('skipped', 'done'), 'available'],
    ['approved', steps('done', 'done'), 'available'],
    ['approved', steps('now', 'now'), 'downloading'],
    ['approved', steps('done', 'now'), 'partial'],
    ['approved', steps('waiting', 'waiting'), 'requested'],
    ['approved', steps('unknown', 'unknown'), 'unknown'],
    ['approved', undefined, 'unknown'],
  ] as const)('%s with %j is %s', (decision, come, state) => {
    expect(askedState(decision, come)).toBe(state);
  });
});
