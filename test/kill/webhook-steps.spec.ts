import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import type { Session } from '../harness/start-app.js';
import { manualPromise } from '../harness/manual-promise.js';
import { Household } from './household.js';
import type { SpawnedProcess } from './spawned-process.js';

const BASE = '/api/v3/notification';
const CHANGE = `PUT ${BASE}/:id`;

/** The steps of handing over a new password at which the server dies: while the manager owes an answer. */
const STEPS = [`GET ${BASE}/schema`, `GET ${BASE}`, `POST ${BASE}/test`, CHANGE];

let household: Household;
let refreshToken: string;
let server: SpawnedProcess;
let url: string;
let accessToken: string;

beforeEach(async () => {
  household = await Household.found({
    furnish: async (_app, admin: Session) => {
      ({ refreshToken } = admin);
    },
  });
  await begin();
});

afterEach(async () => {
  server.kill();
  await server.dies();
  await household.close();
});

/** Starts a server, and signs the administrator in. */
async function begin(): Promise<void> {
  server = household.spawn('server-process');
  await server.says('loaded');
  server.send({ now: household.later() });
  ({ url } = (await server.says('listening')) as unknown as { url: string });
  const tokens = (await (await post('/api/auth/refresh', { refresh_token: refreshToken })).json()) as {
    access_token: string;
    refresh_token: string;
  };
  accessToken = tokens.access_token;
  refreshToken = tokens.refresh_token;
}

function post(path: string, body: object, authorization?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const library = () => household.libraries[0];
const fake = (): RadarrFake => library().fake;
const install = (): Promise<Response> => post(`/api/instances/${library().id}/webhook`, {}, `Bearer ${accessToken}`);
const password = (): string => String(fake().notifications.saved()[0]?.password);

/** Is a call with this password let in? */
async function hears(one: string): Promise<boolean> {
  const proof = `Basic ${Buffer.from(`usher:${one}`).toString('base64')}`;
  const { status } = await post(`/api/webhooks/arr/${library().id}`, { eventType: 'Test' }, proof);
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** The next call of a step is never answered; with `effect`, the manager has done it by then. Resolves when it is there. */
function freeze(step: string, effect: boolean): Promise<void> {
  const { promise, resolve } = manualPromise();
  fake().route(step, async ({ params, body }) => {
    if (effect) await fake().notifications.change(Number(params.id), body as never, true);
    resolve();
    return new Promise(() => undefined);
  });
  return promise;
}

/** The manager answers again as ever. */
function thaw(): void {
  const { notifications } = fake();
  fake().route(`GET ${BASE}/schema`, () => ({ body: notifications.templates() }));
  fake().route(`GET ${BASE}`, () => ({ body: notifications.resources() }));
  fake().route(`POST ${BASE}/test`, ({ body }) => notifications.try(body as never));
  fake().route(CHANGE, ({ params, body }) => notifications.change(Number(params.id), body as never, true));
}

describe('doc3 §3.3, Rotation: a server that is killed (SIGKILL) while it hands over a new password', () => {
  it.each([...STEPS.map((step) => [step, false] as const), [CHANGE, true] as const])(
    'at %s (done by the manager: %s): what the manager has is let in after the next start, and a retry ends it',
    async (step, effect) => {
      expect((await install()).status).toBe(200);
      const before = password();
      const reached = freeze(step, effect);
      const answer = install().then(
        ({ status }) => status,
        () => 'cut',
      );
      await reached;
      server.kill();
      await server.dies();
      expect(await answer).toBe('cut');
      const offered = password();
      expect(offered === before).toBe(!effect);
      await begin();
      expect([await hears(before), await hears(offered)]).toEqual([true, true]);
      thaw();
      expect((await install()).status).toBe(200);
      if (effect) expect(password()).toBe(offered);
      expect([await hears(password()), await hears(before)]).toEqual([true, false]);
    },
    300_000,
  );
});
