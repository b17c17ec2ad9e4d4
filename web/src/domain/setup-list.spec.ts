import { describe, expect, it } from 'vitest';
import { setupAddress, setupList, type SetupItem } from './setup-list.js';

const item = (key: string, state: 'open' | 'done' | 'skipped'): SetupItem => ({
  key,
  title: key,
  description: '',
  optional: true,
  configured: state === 'done',
  ...(state === 'skipped' ? { skipped: true } : {}),
});

describe('design §4, Overview: the setup checklist until it is done', () => {
  it('has what is open and what was skipped, which doesn’t count', () => {
    const items = [item('tmdb', 'done'), item('people', 'open'), item('media_server', 'skipped')];
    expect(setupList(items)).toEqual({ open: [items[1]], skipped: [items[2]], done: 1, all: 2 });
  });

  it('is gone once everything is done, and stays while something is only skipped', () => {
    expect(setupList([item('tmdb', 'done')])).toBeUndefined();
    expect(setupList([item('tmdb', 'skipped')])).toMatchObject({ open: [], done: 0, all: 0 });
  });

  it.each([
    ['movie_manager', '/setup?step=library&app=movie_manager'],
    ['tv_manager', '/setup?step=library&app=tv_manager'],
    ['tmdb', '/setup?step=films'],
    ['media_server', '/setup?step=server'],
    ['download_client', '/admin/libraries'],
    ['people', '/setup?step=invite'],
    ['listprov', '/admin/settings'],
    ['media_downloads', '/admin/libraries'],
    ['push', '/admin/notifications'],
    ['something_new', undefined],
    ['toString', undefined],
  ])('%s goes on at %s', (key, address) => {
    expect(setupAddress(key)).toBe(address);
  });
});
