import { describe, expect, it } from 'vitest';
import { togetherOf } from './invite-state.js';

describe('what is said of several servers at the hub together', () => {
  it('doc1 §3: is nothing where there is none', () => {
    expect(togetherOf([])).toBe('');
  });

  it.each([
    [['', 'unlinked'], 'unlinked'],
    [['unlinked', 'claimed'], 'claimed'],
    [['claimed', 'failed'], 'failed'],
    [['failed', 'adopted'], 'adopted'],
    [['adopted', 'failed', 'sent', ''], 'sent'],
  ] as const)('doc1 §3: of %j it is %s', (states, together) => {
    expect(togetherOf(states)).toBe(together);
  });
});
