import { describe, expect, it } from 'vitest';
import { imported } from './imported-people.js';

const ROW = { remote_user_id: '7', remote_username: 'Mia', created: false, linked: false };

describe('issue 46: what has become of an account that was taken over', () => {
  it.each([
    [
      'is new',
      { created: true, linked: true, username: 'mia', link: 'https://x/join' },
      { outcome: 'new', link: 'https://x/join' },
    ],
    ['was here', { linked: true, username: 'mia' }, { outcome: 'linked', name: 'mia' }],
    ['is gone', { error: 'not_found' }, { outcome: 'refused', problem: 'not_found' }],
    [
      'has no name here',
      { error: 'user_failed', code: 'identity_known' },
      { outcome: 'refused', problem: 'identity_known' },
    ],
  ] as const)('%s', (_name, row, outcome) => {
    expect(imported({ ...ROW, ...row })).toEqual(outcome);
  });
});
