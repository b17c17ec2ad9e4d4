import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { readJson } from '../http/json-answer.js';
import { readXml } from '../http/xml-answer.js';
import { type PlexAccess, plexHeaders } from './plex-headers.js';
import {
  plexLibraries,
  plexPin,
  plexPinState,
  plexReaches,
  plexRefusal,
  plexServers,
  plexUser,
  serverAddresses,
} from './plex-schemas.js';
import { type PlexFriend, plexFriendsJson, plexFriendsXml, type PlexInvite, plexInvites } from './plex-shares.js';
import { notSent, PlexSharing, sayPlex, unexpected } from './plex-sharing.js';

const SYSTEM = 'plex';
const DEADLINE_MS = 10_000;
/** An account that many share servers with has some hundred devices of some kilobytes each. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A PIN that has run out, or that nobody has begun. */
const PIN_GONE = 1020;

interface PlexPin {
  readonly id: number;
  readonly code: string;
  /** For how long it can be approved, in milliseconds. */
  readonly expiresInMs: number;
}

type PlexPinState =
  | { readonly state: 'pending' }
  | { readonly state: 'approved'; readonly token: Secret }
  | { readonly state: 'expired' };

/** The owner of a token. */
export interface PlexUser {
  readonly id: string;
  /** Its username, title or friendly name, the first that it has; else empty. */
  readonly name: string;
  /** Empty for managed people of a home, who have none. */
  readonly email: string;
}

/** A server that an account owns, or that is shared with it; a pending invitation doesn't count. */
export interface PlexServer {
  readonly machineIdentifier: string;
  readonly name: string;
  readonly version: string;
  readonly owned: boolean;
  /** The owner's number, as text; null for one's own, and where nothing is said. */
  readonly ownerId: string | null;
}

/** How a server is reached, as the provider says. */
interface PlexReach {
  /** Issued by the provider for this very server. */
  readonly token: Secret;
  /** In the order in which they are to be tried, see {@link serverAddresses}. */
  readonly urls: readonly string[];
}

interface PlexLibrary {
  /** The one that shares name; a whole number, as text. */
  readonly id: string;
  /** The server's own number of it, as text; null where nothing is said. */
  readonly key: string | null;
  readonly title: string;
  /** The provider's word: `movie`, `show`. */
  readonly type: string;
}

/** Version 2 of the interface answers JSON, version 1 XML. Methods throw UpstreamError for everything but an affirmed answer. */
export class PlexClient {
  private readonly transport: HttpTransport;

  constructor(private readonly access: PlexAccess) {
    this.transport = transportOf(access);
  }

  /** Begins a sign-in with a PIN that nobody can guess. */
  async beginPin(): Promise<PlexPin> {
    const operation = 'pin.begin';
    const call = { operation, method: 'POST', path: ['api', 'v2', 'pins'], query: { strong: 'true' } } as const;
    const { id, code, expiresIn } = await this.transport.json(call, plexPin);
    return { id, code, expiresInMs: expiresIn * 1_000 };
  }

  /** Has somebody approved the PIN? One that is gone is `expired` only where the provider says so itself. */
  async checkPin(pinId: number): Promise<PlexPinState> {
    const operation = 'pin.check';
    const path = ['api', 'v2', 'pins', pinId];
    const answer = await this.transport.send({ operation, method: 'GET', path, accept: [404] });
    if (answer.status === 404) {
      const { errors } = readJson(SYSTEM, operation, answer, plexRefusal);
      if (errors.some(({ code }) => code === PIN_GONE)) return { state: 'expired' };
      throw fault(operation, 'not_found', sayHttp('server_answered_status', { status: 404 }), 404);
    }
    const { id, authToken } = readJson(SYSTEM, operation, answer, plexPinState);
    if (id !== pinId) throw fault(operation, 'malformed', sayPlex('hub_answered_about_another_pin'));
    return authToken === null ? { state: 'pending' } : { state: 'approved', token: Secret.of(authToken) };
  }

  /** What the owner of this token can ask. */
  as(token: Secret): PlexAccount {
    return new PlexAccount(transportOf(this.access, token));
  }
}

/** One account, by a token of it. Throws as {@link PlexClient} does: `unauthorized` once the token is no longer valid. */
export class PlexAccount {
  constructor(private readonly transport: HttpTransport) {}

  async user(): Promise<PlexUser> {
    const call = { operation: 'user.read', method: 'GET', path: ['api', 'v2', 'user'] } as const;
    const { id, username, title, friendlyName, email } = await this.transport.json(call, plexUser);
    const name = [username, title, friendlyName].find((one) => one?.trim());
    return { id: String(id), name: name?.trim() ?? '', email: email?.trim() ?? '' };
  }

  /** The servers that the account has a part in: no player, and no app. */
  async servers(): Promise<readonly PlexServer[]> {
    const query = { includeHttps: '1', includeRelay: '1' };
    const path = ['api', 'v2', 'resources'];
    const servers = await this.transport.json({ operation: 'servers.read', method: 'GET', path, query }, plexServers);
    return servers.map(({ clientIdentifier, name, productVersion, owned, ownerId }) => ({
      machineIdentifier: clientIdentifier,
      name: name ?? '',
      version: productVersion ?? '',
      owned,
      ownerId: ownerId === null ? null : String(ownerId),
    }));
  }

  /** How one of the account's own servers is reached; null where the provider names neither a token nor an address. */
  async reach(machineIdentifier: string, signal?: AbortSignal): Promise<PlexReach | null> {
    const query = { includeHttps: '1', includeRelay: '1' };
    const path = ['api', 'v2', 'resources'];
    const call = { operation: 'servers.read', method: 'GET', path, query, signal } as const;
    const own = (await this.transport.json(call, plexReaches)).find(
      ({ clientIdentifier, owned }) => owned && clientIdentifier === machineIdentifier,
    );
    if (!own || own.accessToken === null) return null;
    const urls = serverAddresses(own.connections);
    return urls.length === 0 ? null : { token: Secret.of(own.accessToken), urls };
  }

  async libraries(machineIdentifier: string): Promise<readonly PlexLibrary[]> {
    const operation = 'libraries.read';
    const path = ['api', 'v2', 'servers', machineIdentifier];
    const answer = await this.transport.json({ operation, method: 'GET', path }, plexLibraries);
    if (answer.machineIdentifier !== machineIdentifier)
      throw fault(operation, 'malformed', sayPlex('hub_answered_about_another_server'));
    return answer.librarySections.map(({ id, key, title, type }) => ({
      id: String(id),
      key: key === null ? null : String(key),
      title: title ?? '',
      type: type ?? '',
    }));
  }

  /** Whom the account has invited, and who has not answered. Of which machines is not said. */
  async invites(signal?: AbortSignal): Promise<readonly PlexInvite[]> {
    const operation = 'invites.list';
    const path = ['api', 'invites', 'requested'];
    const answer = await this.transport.send({ operation, method: 'GET', path, signal });
    const invites = plexInvites(await readXml(SYSTEM, operation, answer));
    if (invites === null) throw unexpected(operation);
    return invites;
  }

  /** {@link invites} say whether it was done. @throws UpstreamError `rejected`, unsent, where a part that the call names is unreadable */
  async cancelInvite({ id, isFriend, isHome, isServer }: PlexInvite, signal?: AbortSignal): Promise<void> {
    const operation = 'invite.cancel';
    if (id === '' || isFriend === null || isHome === null || isServer === null)
      throw notSent(operation, sayPlex('hub_invitation_unreadable'));
    const query = { friend: Number(isFriend), home: Number(isHome), server: Number(isServer) };
    const path = ['api', 'invites', 'requested', id];
    await this.transport.send({ operation, method: 'DELETE', path, query, signal });
  }

  async friends(signal?: AbortSignal): Promise<readonly PlexFriend[]> {
    const operation = 'friends.list';
    const answer = await this.transport.send({ operation, method: 'GET', path: ['api', 'users'], signal });
    if (answer.headers['content-type']?.includes('json')) return readJson(SYSTEM, operation, answer, plexFriendsJson);
    const friends = plexFriendsXml(await readXml(SYSTEM, operation, answer));
    if (friends === null) throw unexpected(operation);
    return friends;
  }

  sharing(machineIdentifier: string): PlexSharing {
    return new PlexSharing(this.transport, machineIdentifier);
  }

  async signOut(): Promise<void> {
    await this.transport.send({ operation: 'user.signout', method: 'DELETE', path: ['api', 'v2', 'users', 'signout'] });
  }
}

/** A PIN, and the app for which somebody is to approve it. */
interface ApprovedFor {
  readonly code: string;
  readonly clientIdentifier: string;
  readonly product: string;
}

export function plexSignInUrl(webUrl: string, { code, clientIdentifier, product }: ApprovedFor): string {
  const fields = { clientID: clientIdentifier, code, 'context[device][product]': product };
  return `${webUrl}/auth#?${new URLSearchParams(fields).toString()}`;
}

function transportOf({ identity, ...access }: PlexAccess, token?: Secret): HttpTransport {
  const headers = { ...plexHeaders(identity), ...(token ? { 'X-Plex-Token': token } : {}) };
  return new HttpTransport({ ...access, system: SYSTEM, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, headers });
}

function fault(operation: string, kind: 'malformed' | 'not_found', reason: Sentence, status?: number): UpstreamError {
  return new UpstreamError({ system: SYSTEM, operation, kind, status, definitelyNotSent: false, reason });
}
