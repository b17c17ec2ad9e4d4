import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deOverview } from '../texts/de-overview.js';
import { enOverview } from '../texts/en-overview.js';
import { setupAddress, setupList, type SetupItem } from './setup-list.js';

const MODULES = fileURLToPath(new URL('../../../src/modules/', import.meta.url));

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
    ['listprov', '/admin/settings/lookups'],
    ['media_downloads', '/admin/libraries'],
    ['push', '/admin/notifications'],
  ] as const)('%s goes on at %s', (key, address) => {
    expect(setupAddress(key)).toBe(address);
  });

  it('issue 43 D23: there are words for each item of the server, and one without words is left out', () => {
    const keys = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!spec)\.ts$/.test(file))
      .map((file) => readFileSync(join(MODULES, file), 'utf8'))
      .filter((text) => /SETUP_STEPS|extends ProviderKey/.test(text))
      .flatMap((text) => [...text.matchAll(/(?:\b(?:key|provider)(?: =|:) |this\.step\()'(\w+)'/g)])
      .map(([, key = '']) => key)
      // What these files keep besides: settings with a key of their own.
      .filter((key) => !['setup_skips', 'instance_assignments_migrated'].includes(key));
    expect(keys).toHaveLength(11);
    const asked = [...keys, 'something_new', 'toString'].map((key) => item(key, 'open'));
    expect(setupList(asked)).toMatchObject({ open: keys.map((key) => ({ key })), all: 11 });
    for (const { setup } of [enOverview, deOverview]) expect(Object.keys(setup.items).sort()).toEqual(keys.toSorted());
  });
});
