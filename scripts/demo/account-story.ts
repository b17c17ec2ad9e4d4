import { setTimeout as sleep } from 'node:timers/promises';
import { DemoFailure } from './demo-failure.js';
import { type PlayedServer, type ServerProduct, signInAt, signInOf } from './player.js';
import type { Person, Stage } from './stage.js';

const LOOK_EVERY_MS = 250;
const LOOKS = 80;

/** A media server, as the interface answers it to somebody who may use it. */
interface OwnServer {
  readonly instance_id: string;
  readonly account: { readonly username: string; readonly pending: boolean; readonly verified: boolean } | null;
}

interface MadeAccount {
  readonly username: string;
  readonly pending: boolean;
}

/** A linked account, as administrators see it. */
interface LinkedAccount {
  readonly user_id: number;
  readonly instance_id: string;
  readonly granted: boolean;
  readonly access_sync_pending: boolean;
  readonly last_error: string | null;
}

interface WatchPlace {
  readonly name: string;
  readonly instance_id: string;
  readonly state: string;
  readonly url?: string;
}

/** Who plays, with what is theirs. */
export interface AccountCast {
  readonly admin: Person;
  readonly member: Person & { readonly userId: number };
  /** What the member wants to sign in with on the servers. */
  readonly password: string;
  /** The member's address at Plex. */
  readonly email: string;
  /** Those that the household runs itself. */
  readonly servers: readonly PlayedServer[];
  readonly plexUrl: string;
  /** A film that has arrived. */
  readonly film: { readonly tmdbId: number; readonly title: string };
}

/**
 * A member gets an account on each media server, signs in there, finds where a film can be watched, and loses everything when
 * the servers are taken from them.
 */
export class AccountStory {
  /** The ids of the instances. */
  private readonly ids = new Map<ServerProduct, string>();

  constructor(
    private readonly stage: Stage,
    private readonly cast: AccountCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading(`${cast.member.name} gets an account on each media server`);
    for (const server of cast.servers) this.ids.set(server.product, await this.connect(server));
    this.ids.set('Plex', await this.findPlex());
    await this.allow([cast.member.userId], `lets ${cast.member.name} use`);
    for (const { product } of cast.servers) await this.make(product, { password: cast.password });
    await this.make('Plex', { email: cast.email });
    for (const server of cast.servers) await this.signsIn(server);
    await this.acceptsAtPlex();
    await this.watches();
    stage.display.heading(`The servers are taken from ${cast.member.name}`);
    await this.allow([], 'lets nobody use');
    await this.areOff();
    for (const server of cast.servers) await this.isRefused(server);
  }

  private async connect({ product, serviceType, url, apiKey, publicAddress }: PlayedServer): Promise<string> {
    const { id } = await this.stage.does<{ id: string }>(this.cast.admin, `connects ${product}`, {
      method: 'POST',
      path: '/api/instances',
      body: {
        service_type: serviceType,
        name: product,
        url,
        api_key: apiKey,
        media_server_config: { public_address: publicAddress },
      },
    });
    return id;
  }

  private async findPlex(): Promise<string> {
    const call = { method: 'GET', path: '/api/instances' } as const;
    const { body } = await this.cast.admin.api.send<readonly { id: string; service_type: string }[]>(call);
    const found = body.find(({ service_type }) => service_type === 'hub');
    if (!found) throw new DemoFailure('Plex is not among the instances');
    return found.id;
  }

  private async allow(userIds: readonly number[], what: string): Promise<void> {
    for (const [product, id] of this.ids) {
      await this.stage.does(this.cast.admin, `${what} ${product}`, {
        method: 'PUT',
        path: `/api/instances/${id}/grant-users`,
        body: { user_ids: userIds },
      });
    }
  }

  private async make(product: ServerProduct, body: { readonly password: string } | { readonly email: string }) {
    const what = 'email' in body ? 'asks to be invited at Plex' : `makes their own account on ${product}`;
    const made = await this.stage.does<MadeAccount>(this.cast.member, what, {
      method: 'POST',
      path: `/api/media-servers/${this.idOf(product)}/account`,
      body,
    });
    if (made.pending !== 'email' in body) throw new DemoFailure(`${product} was to answer with another state`);
  }

  private async signsIn(server: PlayedServer): Promise<void> {
    const status = await this.triesAt(server, `signs in on ${server.product}, same password`);
    if (status !== 200) throw new DemoFailure(`${server.product} refused the new account: ${status}`);
  }

  private async isRefused(server: PlayedServer): Promise<void> {
    const status = await this.triesAt(server, `tries ${server.product} once more`);
    if (status !== 401 && status !== 403) throw new DemoFailure(`${server.product} was to refuse: ${status}`);
  }

  private async triesAt(server: PlayedServer, what: string): Promise<number> {
    const { name } = this.cast.member;
    const status = await signInAt(server, name, this.cast.password);
    const { path } = signInOf(server.product, name, '');
    this.stage.display.step(name, what, `${server.product}: POST ${path}`, status);
    return status;
  }

  /** The member clicks on Plex's own page. */
  private async acceptsAtPlex(): Promise<void> {
    const { member, plexUrl } = this.cast;
    const headers = { 'x-plex-client-identifier': 'plex-web' };
    const { status } = await fetch(`${plexUrl}/accept/${member.name}`, { method: 'POST', headers });
    if (status !== 204) throw new DemoFailure(`Plex did not let ${member.name} accept: ${status}`);
    this.stage.display.step(member.name, 'accepts the invitation', 'Plex', status);
    const servers = await this.stage.does<readonly OwnServer[]>(member, 'looks at their own servers', {
      method: 'GET',
      path: '/api/media-servers',
    });
    const good = servers.filter(({ account }) => account?.verified && !account.pending);
    if (good.length !== this.ids.size) throw new DemoFailure(`${good.length} servers know the new accounts`);
    this.stage.display.outcome(`has an account on all ${good.length} of them`);
  }

  private async watches(): Promise<void> {
    const { member, film } = this.cast;
    const places = await this.stage.does<readonly WatchPlace[]>(member, `asks where to watch ${film.title}`, {
      method: 'GET',
      path: `/api/media-servers/watch?media_type=movie&tmdb_id=${film.tmdbId}`,
    });
    for (const [product, id] of this.ids) {
      const place = places.find(({ instance_id }) => instance_id === id);
      if (place?.state !== 'found' || place.url === undefined) continue;
      this.stage.display.outcome(`${product}: ${place.url}`);
    }
  }

  /** Waits until every server has been told. */
  private async areOff(): Promise<void> {
    const call = { method: 'GET', path: '/api/admin/media-servers/accounts' } as const;
    let rows: readonly LinkedAccount[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const { body } = await this.cast.admin.api.send<readonly LinkedAccount[]>(call);
      rows = body.filter(({ user_id }) => user_id === this.cast.member.userId);
      if (rows.every(isOff)) break;
      await sleep(LOOK_EVERY_MS);
    }
    await this.stage.does(this.cast.admin, 'looks whether the servers have been told', call);
    for (const [product, id] of this.ids) {
      const row = rows.find(({ instance_id }) => instance_id === id);
      if (!row || !isOff(row))
        throw new DemoFailure(`${product} was not told: ${row?.last_error ?? 'no reason given'}`);
    }
    this.stage.display.outcome('yes: the accounts are switched off, and the share at Plex has ended');
  }

  private idOf(product: ServerProduct): string {
    const id = this.ids.get(product);
    if (id === undefined) throw new DemoFailure(`${product} is not connected`);
    return id;
  }
}

const isOff = ({ granted, access_sync_pending }: LinkedAccount): boolean => !granted && !access_sync_pending;
