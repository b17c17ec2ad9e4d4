import { describe, expect, it } from 'vitest';
import { PROXIED_PATHS } from '../../../../test/e2e/proxy/member-reads.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Database } from '../../../core/database/database.js';
import type { InstanceAccessService, InstanceDirectoryService, ServiceType } from '../../instances/instances.public.js';
import { ProxyAccessService, readProxiedTarget } from './proxy-access.service.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH'] as const;
const KINDS = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const;
const DENIED = { status: 403, safeText: 'permission denied' };

const caller = (userId: number, rights: Partial<Caller> = {}): Caller => ({
  userId,
  username: `user ${userId}`,
  role: 'user',
  deviceId: 'device',
  kids: false,
  ...rights,
});

const ADMIN = caller(1, { role: 'admin' });
const MEMBER = caller(2);
const KID = caller(3, { kids: true });
const STRANGER = caller(4);

/** One instance of each kind, known to all but one member. */
const access = new ProxyAccessService(
  { read: (look: (tx: object) => unknown) => look({}) } as unknown as Database,
  {
    byId: (_: object, id: string) =>
      KINDS.some((kind) => kind === id) ? { id, serviceType: id, url: 'http://library.test' } : undefined,
  } as unknown as InstanceDirectoryService,
  { mayUse: (_: object, userId: number) => userId !== STRANGER.userId } as unknown as InstanceAccessService,
);

const judged = (by: Caller, method: string, kind: ServiceType, path: string) =>
  access.judge({
    caller: by,
    method,
    instanceId: kind,
    target: readProxiedTarget(`/api/instances/${kind}/${path}`),
  });

describe('doc1 §4 proxy 1: who may ask what of an instance', () => {
  describe.each(KINDS)('%s', (kind) => {
    const rows = PROXIED_PATHS.filter((row) => row.kind === kind);

    it.each(METHODS)('%s: members read what the table says and nothing else', async (method) => {
      for (const { path, members } of rows) {
        const isAllowed = members && method === 'GET';
        for (const reader of [MEMBER, KID]) {
          const asked = judged(reader, method, kind, path);
          const seen = isAllowed ? [path, (await asked).target.path] : [path, await errorOf(asked)];
          expect(seen).toEqual([path, isAllowed ? `/${path}` : expect.objectContaining(DENIED)]);
        }
        expect([path, await errorOf(judged(STRANGER, method, kind, path))]).toMatchObject([path, DENIED]);
      }
    });

    it.each(METHODS)('%s: administrators ask whatever they like, as they wrote it', async (method) => {
      for (const { path } of rows) {
        const { target, shape, expected } = await judged(ADMIN, method, kind, path);
        expect([target.path + target.query, shape, expected]).toEqual([`/${path}`, null, 'anything']);
      }
    });
  });

  it('an administrator with a kids account reads no more than any kids account', async () => {
    const kid = caller(5, { role: 'admin', kids: true });
    expect(await errorOf(judged(kid, 'POST', 'movie_manager', 'api/v3/movie'))).toMatchObject(DENIED);
    expect(await errorOf(judged(kid, 'GET', 'movie_manager', 'api/v3/command'))).toMatchObject(DENIED);
    expect((await judged(kid, 'GET', 'movie_manager', 'api/v3/movie')).shape).not.toBeNull();
  });
});
