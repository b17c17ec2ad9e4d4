import { describe, expect, it } from 'vitest';
import { HiddenIds } from './activity-snapshot.service.js';

describe('doc4 §6.4 Job: an id', () => {
  const ids = (key: string) => new HiddenIds(Buffer.from(key));

  it('is 32 hexadecimal digits, the same in each snapshot and after a start with the same key, and of one thing alone', () => {
    const kept = ids('key');
    const hide = kept.begin();
    const id = hide('item one');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(hide('item two')).not.toBe(id);
    expect([kept.begin()('item one'), ids('key').begin()('item one')]).toEqual([id, id]);
  });

  it('can’t be computed without the key', () => {
    expect(ids('other').begin()('item one')).not.toBe(ids('key').begin()('item one'));
  });
});
