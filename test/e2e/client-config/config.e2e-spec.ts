import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/core/access/caller.js';
import { Database } from '../../../src/core/database/database.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { InstancePreferenceRow } from '../../../src/modules/instances/registry/rows.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { CLIENT_CAPABILITIES } from '../../../src/modules/settings/settings.public.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { withoutTable } from '../discovery/discovery-tables.js';
import { refusedWith } from '../../harness/refused-with.js';

type Fields = Readonly<Record<string, unknown>>;

interface Config extends Fields {
  readonly instances: readonly Fields[];
  readonly services: Fields;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const NO_SERVICES = {
  movie_manager: false,
  tv_manager: false,
  book_manager: false,
  music_manager: false,
  media_downloads: false,
  ai: false,
  tmdb: false,
  listprov: false,
};

describe('GET /api/config', () => {
  let app: App;
  let admin: Session;

  beforeEach(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  afterEach(() => app.close());

  const configOf = async (session: Session): Promise<Config> => (await session.get('/api/config')).body as Config;
  const prefer = (session: Session, instanceId: string): Promise<unknown> =>
    app
      .get(Database)
      .write((tx) =>
        tx.upsert(InstancePreferenceRow, { userId: session.userId, serviceType: 'movie_manager', instanceId }, [
          'userId',
          'serviceType',
        ]),
      );
  const assign = (instanceId: string, action: 'add' | 'remove', ...sessions: Session[]): Promise<unknown> =>
    admin.patch(`/api/instances/${instanceId}/assignments`, { action, user_ids: sessions.map(({ userId }) => userId) });

  it('doc3 §2.1: says what this server can do, false for whatever no module serves, and is not kept by anybody', async () => {
    const answer = await admin.get('/api/config');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({
      server_name: 'Usher',
      version,
      min_app_version: '0.0.0',
      services: { ...NO_SERVICES, tmdb: true },
      instances: [],
      issues_enabled: false,
      allow_reporting: false,
      hub_access_requestable: false,
      admin_catalog_browsing: true,
      request_quotas: true,
      requester_tagging: false,
      instance_assignments: true,
      tv_match_corrections: true,
      tv_library_navigation: false,
      downloads_activity: true,
      downloads_user_scope: 'all',
      setbox_remote: true,
      media_account_management: true,
      hidden_discover_tabs: [],
      cover_4k_badges: false,
    });
  });

  it('doc3 §2.1: carries SERVER_NAME, and reports the metadata provider as soon as there is a key', async () => {
    await app.close();
    app = await startApp({ env: { SERVER_NAME: 'The Lodge', METADATA_TOKEN: '' } });
    admin = await app.setUpAdmin();
    expect(await configOf(admin)).toMatchObject({ server_name: 'The Lodge', services: { tmdb: false } });
    await admin.put('/api/admin/credentials', { tmdb_access_token: app.tmdb.token });
    expect(await configOf(admin)).toMatchObject({ services: { tmdb: true } });
  });

  it('doc1 §9: a capability shows to those whom the module behind it offers it, as their role is at this moment', async () => {
    const forAdmins = {
      name: 'ai',
      isOffered: (_: unknown, { role }: Caller) => Promise.resolve(role === 'admin'),
    } as const;
    await app.close();
    app = await startApp();
    admin = await app.setUpAdmin();
    app.get(PortRegistry).register(CLIENT_CAPABILITIES, forAdmins);
    const ana = await app.invite('ana');
    expect([(await configOf(admin)).services.ai, (await configOf(ana)).services.ai]).toEqual([true, false]);
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' });
    expect((await configOf(ana)).services.ai).toBe(true);
  });

  it('doc3 §2.2: an administrator sees every instance, by kind and order, each as it is to them', async () => {
    const series = await app.connectSonarr(admin, { name: 'Series', sort_order: 0 });
    const second = await app.connectRadarr(admin, { name: 'Films B', sort_order: 2, is_default: true });
    const first = await app.connectRadarr(admin, { name: 'Films A', sort_order: 1 });
    await assign(first, 'add', admin);
    const entry = { media_downloads: false, assigned: false, request_default: false, is_default: false };
    const films = { ...entry, service_type: 'movie_manager' };
    expect(await configOf(admin)).toMatchObject({
      services: { ...NO_SERVICES, movie_manager: true, tv_manager: true, tmdb: true },
      instances: [
        { ...films, id: first, name: 'Films A', assigned: true, request_default: true },
        { ...films, id: second, name: 'Films B', is_default: true },
        { ...entry, service_type: 'tv_manager', id: series, name: 'Series' },
      ],
    });
    expect(Object.keys((await configOf(admin)).instances[0] ?? {})).toHaveLength(7);
    await prefer(admin, first);
    expect((await configOf(admin)).instances.map(({ is_default }) => is_default)).toEqual([true, false, false]);
  });

  it('security 3: doc1 §4 proxy 2: a member sees what is granted and nothing else, not even its name', async () => {
    const hidden = await app.connectRadarr(admin, {
      name: 'The secret library',
      auto_add_users: false,
      is_default: true,
    });
    const shared = await app.connectRadarr(admin, { name: 'Films', auto_add_users: true });
    const ana = await app.invite('ana');
    const answer = await ana.get('/api/config');
    expect((answer.body as Config).instances).toEqual([
      {
        id: shared,
        service_type: 'movie_manager',
        name: 'Films',
        is_default: true,
        media_downloads: false,
        assigned: true,
        request_default: true,
      },
    ]);
    for (const word of ['The secret library', hidden, app.radarr.url, 'media_path', 'sort_order', 'api_key']) {
      expect(answer.text).not.toContain(word);
    }
  });

  it('security 12: what is granted, taken, promoted or demoted shows with the next call', async () => {
    const films = await app.connectRadarr(admin, { auto_add_users: false });
    const ana = await app.invite('ana');
    const seen = async (): Promise<unknown> => {
      const { instances, services } = await configOf(ana);
      return [instances.map(({ id }) => id), services.movie_manager];
    };
    expect(await seen()).toEqual([[], false]);
    await assign(films, 'add', ana);
    expect(await seen()).toEqual([[films], true]);
    await assign(films, 'remove', ana);
    expect(await seen()).toEqual([[], false]);
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' });
    expect(await seen()).toEqual([[films], true]);
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'user' });
    expect(await seen()).toEqual([[], false]);
  });

  it('doc3 §2.1: is never a partial list: 503 while the stored settings can’t be read', async () => {
    await app.close();
    app = await startApp({ env: { METADATA_TOKEN: '' } });
    admin = await app.setUpAdmin();
    await app.get(Database).write((tx) => tx.upsert(SettingRow, { key: 'tmdb_access_token', value: '{' }, ['key']));
    const answer = await admin.get('/api/config');
    expect([answer.status, answer.body]).toEqual([503, refusedWith('temporarily unavailable, retry shortly')]);
  });

  it.each(['service_instances', 'user_instance_grants', 'user_default_instances'])(
    'doc3 §2.1: is never a partial list: 503 while %s can’t be read',
    async (table) => {
      await app.connectRadarr(admin);
      const ana = await app.invite('ana');
      await withoutTable(app, table, async () => {
        for (const session of [admin, ana]) {
          const answer = await session.get('/api/config');
          expect([answer.status, answer.body]).toEqual([503, refusedWith('temporarily unavailable, retry shortly')]);
        }
      });
    },
  );
});
