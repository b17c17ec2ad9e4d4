import { DemoFailure, firstOf, until } from './demo-failure.js';
import type { FoundFilm } from './film-story.js';
import { MEMBER } from './people.js';
import type { Scene } from './scene.js';
import { clickAtPlex } from './sign-in-story.js';

type MediaServer = Scene['around']['mediaServers'][number];

/** A linked account, as administrators see it. */
interface LinkedAccount {
  readonly user_id: number;
  readonly granted: boolean;
  readonly access_sync_pending: boolean;
}

/**
 * A member gets an account on each media server, signs in there, finds where a film can be watched, and loses everything when
 * the servers are taken from them.
 */
export async function giveAndTakeAccounts(scene: Scene, film: FoundFilm): Promise<void> {
  const { display, around, admin, member } = scene;
  const { person, userId } = member;
  display.heading(`${person.name} gets an account on each media server`);
  const servers = [];
  for (const server of around.mediaServers) servers.push({ ...server, id: await connect(scene, server) });
  const instances = (await admin.api.send<readonly { id: string; service_type: string }[]>('GET /api/instances')).body;
  const hubs = instances.filter(({ service_type }) => service_type === 'hub');
  const plex = { product: 'Plex', id: firstOf(hubs, 'Plex is not among the instances').id };
  for (const { product, id } of [...servers, plex]) {
    const users = { user_ids: [userId] };
    await admin.does(`lets ${person.name} use ${product}`, `PUT /api/instances/${id}/grant-users`, users);
  }
  for (const { product, id } of servers) {
    const password = { password: MEMBER.password };
    await person.does(`makes their own account on ${product}`, `POST /api/media-servers/${id}/account`, password);
  }
  const email = { email: MEMBER.email };
  await person.does('asks to be invited at Plex', `POST /api/media-servers/${plex.id}/account`, email);
  for (const server of servers) {
    const status = await signInAt(scene, server, `signs in on ${server.product}, same password`);
    if (status !== 200) throw new DemoFailure(`${server.product} refused the new account: ${status}`);
  }
  const accepted = await clickAtPlex(around.plexUrl, `accept/${person.name}`);
  display.step(person.name, 'accepts the invitation', 'Plex', accepted);
  const own = await person.does<readonly { account: { verified: boolean; pending: boolean } | null }[]>(
    'looks at their own servers',
    'GET /api/media-servers',
  );
  const good = own.filter(({ account }) => account?.verified && !account.pending);
  if (good.length !== servers.length + 1) throw new DemoFailure(`${good.length} servers know the new accounts`);
  display.outcome(`has an account on all ${good.length} of them`);
  const places = await person.does<readonly { instance_id: string; url?: string }[]>(
    `asks where to watch ${film.title}`,
    `GET /api/media-servers/watch?media_type=movie&tmdb_id=${film.id}`,
  );
  for (const { product, id } of servers) {
    const url = places.find(({ instance_id }) => instance_id === id)?.url;
    if (url !== undefined) display.outcome(`${product}: ${url}`);
  }

  display.heading(`The servers are taken from ${person.name}`);
  for (const { product, id } of [...servers, plex])
    await admin.does(`lets nobody use ${product}`, `PUT /api/instances/${id}/grant-users`, { user_ids: [] });
  const accounts = 'GET /api/admin/media-servers/accounts';
  await until(async () => {
    const { body } = await admin.api.send<readonly LinkedAccount[]>(accounts);
    const rows = body.filter(({ user_id }) => user_id === userId);
    return (
      rows.length === own.length && rows.every(({ granted, access_sync_pending }) => !granted && !access_sync_pending)
    );
  }, 'the media servers were not told that the accounts are to be switched off');
  await admin.does('looks whether the servers have been told', accounts);
  display.outcome('yes: the accounts are switched off, and the share at Plex has ended');
  for (const server of servers) {
    const status = await signInAt(scene, server, `tries ${server.product} once more`);
    if (status !== 401 && status !== 403) throw new DemoFailure(`${server.product} was to refuse: ${status}`);
  }
}

async function connect({ admin }: Scene, { product, kind, url, apiKey }: MediaServer): Promise<string> {
  const { id } = await admin.does<{ id: string }>(`connects ${product}`, 'POST /api/instances', {
    service_type: kind,
    name: product,
    url,
    api_key: apiKey,
    media_server_config: { public_address: `https://${product.toLowerCase()}.demo.invalid` },
  });
  return id;
}

/** The member signs in on a media server past Usher, as the programs do with which people watch. @returns the status */
async function signInAt({ display }: Scene, { product, url }: MediaServer, what: string): Promise<number> {
  const { name, password } = MEMBER;
  const program = 'Client="Television", Device="Living room", DeviceId="demo-television", Version="1.0"';
  const headers = new Headers({ 'content-type': 'application/json' });
  if (product === 'Jellyfin') headers.set('authorization', `MediaBrowser ${program}`);
  if (product === 'Emby') headers.set('x-emby-authorization', `Emby ${program}`);
  const [path, body] =
    product === 'Audiobookshelf'
      ? ['/login', { username: name, password }]
      : ['/Users/AuthenticateByName', { Username: name, Pw: password }];
  const { status } = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  display.step(name, what, `${product}: POST ${path}`, status);
  return status;
}
