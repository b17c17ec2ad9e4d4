import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { PlexDevices, type PlexDeviceGiven } from './plex-devices.js';
import { plexPersonOf, plexUserAnswer, type PlexPerson, type PlexPersonGiven } from './plex-person.js';
import { PlexPins } from './plex-pins.js';
import { shareRefusal } from './plex-share-orders.js';
import { type PlexShareGiven, PlexShares, type PlexStoredShare } from './plex-shares.js';
import { plexSharing, type PlexSharingAnswer } from './plex-sharing.js';

const refusal = (status: number, code: number, message: string): FakeAnswer => ({
  status,
  body: { errors: [{ code, message, status }] },
});

const NO_CLIENT = refusal(400, 1000, 'X-Plex-Client-Identifier is missing');
const NO_TOKEN = refusal(401, 1001, 'User could not be authenticated');
/** Source: plex examples, pins.check.expired.404. */
const PIN_GONE = refusal(404, 1020, 'Code not found or expired');
const NO_SERVER = refusal(404, 1002, 'Server not found');

interface TokenHolder {
  readonly person: PlexPerson;
  readonly clientIdentifier: string;
}

/** The calls of {@link PlexFake}, by the keys of its routes. */
export const PLEX_CALLS = {
  beginPin: 'POST /api/v2/pins',
  checkPin: 'GET /api/v2/pins/:id',
  user: 'GET /api/v2/user',
  resources: 'GET /api/v2/resources',
  libraries: 'GET /api/v2/servers/:machine',
  signOut: 'DELETE /api/v2/users/signout',
  shares: 'GET /api/servers/:machine/shared_servers',
  share: 'POST /api/servers/:machine/shared_servers',
  changeLibraries: 'PUT /api/servers/:machine/shared_servers/:share',
  endShare: 'DELETE /api/servers/:machine/shared_servers/:share',
  changeSettings: 'POST /api/v2/shared_servers/:share',
  invites: 'GET /api/invites/requested',
  cancelInvite: 'DELETE /api/invites/requested/:invite',
  friends: 'GET /api/users',
} as const;

/**
 * plex.tv with people, their devices and shares, invitations and friends, PINs and the tokens that approved PINs bring. A
 * token is good together with the client identifier that it was made for, and until it is signed out. Without
 * `Accept: application/json` version 2 answers XML, as version 1 always does.
 */
export class PlexFake extends FakeServer {
  readonly pins: PlexPins;
  readonly shares = new PlexShares();
  readonly devices = new PlexDevices(this.shares);
  private readonly people = new Map<number, PlexPerson>();
  private readonly holders = new Map<string, TokenHolder>();
  private issued = 0;

  /** Puts the state in place. */
  readonly given = {
    /** Somebody has an account. */
    person: (given: PlexPersonGiven): PlexPerson => this.meet(plexPersonOf(given)),
    /** Somebody of a home, without username and address. */
    managedPerson: (id: number, title: string): PlexPerson =>
      this.meet(plexPersonOf({ id, title, username: null, email: null })),
    /** A device is registered: a server where nothing else is said. */
    device: (device: PlexDeviceGiven): void => this.devices.add(device),
    /** A server is shared with somebody, who has accepted it; all of its libraries where nothing is said. */
    share: (machineIdentifier: string, person: PlexPerson, given?: PlexShareGiven): PlexStoredShare =>
      this.shares.put(machineIdentifier, person, true, given),
    /** Somebody is invited to a server, and has not answered. An address may be nobody's. */
    invitation: (machineIdentifier: string, invited: PlexPerson | string, given?: PlexShareGiven): PlexStoredShare =>
      this.shares.put(machineIdentifier, invited, false, given),
    /** Somebody is a friend of an owner: what is shared with them needs no answer. */
    friend: (owner: PlexPerson, person: PlexPerson): void => this.shares.befriend(owner, person),
  };

  /** @param now the time of the provider, in epoch milliseconds */
  constructor(now: () => number = Date.now) {
    super();
    this.pins = new PlexPins(now);
    this.route(PLEX_CALLS.beginPin, (request) => this.begin(request));
    this.route(PLEX_CALLS.checkPin, (request) => this.check(request));
    this.route(
      PLEX_CALLS.user,
      this.signedIn(({ person }, token) => ({ body: plexUserAnswer(person, token) })),
    );
    this.route(
      PLEX_CALLS.resources,
      this.signedIn(({ person }) => ({ body: this.devices.resourcesOf(person) })),
    );
    this.route(
      PLEX_CALLS.libraries,
      this.signedIn(({ person }, _, { params }) => {
        const body = this.devices.librariesOf(person, params.machine ?? '');
        return body ? { body } : NO_SERVER;
      }),
    );
    this.route(
      PLEX_CALLS.signOut,
      this.signedIn((_, token) => {
        this.holders.delete(token);
        return { status: 204 };
      }),
    );
    const sharing = plexSharing(this.shares, this.devices, this.people);
    this.route(PLEX_CALLS.shares, this.asking(sharing.shares));
    this.route(PLEX_CALLS.share, this.asking(sharing.share));
    this.route(PLEX_CALLS.changeLibraries, this.asking(sharing.changeLibraries));
    this.route(PLEX_CALLS.changeSettings, this.asking(sharing.changeSettings));
    this.route(PLEX_CALLS.endShare, this.asking(sharing.endShare));
    this.route(PLEX_CALLS.invites, this.asking(sharing.invites));
    this.route(PLEX_CALLS.cancelInvite, this.asking(sharing.cancelInvite));
    this.route(PLEX_CALLS.friends, this.asking(sharing.friends));
  }

  /** Somebody accepts the invitation to a server; an address may be one of several that they have. */
  accept(machineIdentifier: string, person: PlexPerson, email = person.email): void {
    const share = this.shares
      .of(machineIdentifier)
      .find((one) => !one.isAccepted && (one.person?.id === person.id || one.invitedEmail === email));
    if (!share) throw new Error('nothing waits for an answer');
    const owner = this.devices.find(machineIdentifier)?.owner;
    if (owner) this.shares.befriend(owner, person);
    share.person = person;
    share.isAccepted = true;
  }

  /** Somebody approves the latest PIN, or the named one, and it brings this token. */
  approve(person: PlexPerson, { token, pinId }: { readonly token?: string; readonly pinId?: number } = {}): string {
    const pin = pinId === undefined ? this.pins.latest : this.pins.byId(pinId);
    this.issued += 1;
    pin.token = token ?? `planted-hub-token-${this.issued}`;
    this.holders.set(pin.token, { person, clientIdentifier: pin.clientIdentifier });
    return pin.token;
  }

  /** The latest PIN is gone. */
  expirePin(): void {
    this.pins.forget(this.pins.latest.id);
  }

  /** Is this token good? */
  knows(token: string): boolean {
    return this.holders.has(token);
  }

  /** This token is good no more. */
  revoke(token: string): void {
    this.holders.delete(token);
  }

  /** So many times the call was made. */
  count(call: keyof typeof PLEX_CALLS): number {
    return this.calls(PLEX_CALLS[call]).length;
  }

  protected override gate({ headers }: FakeRequest): FakeAnswer | undefined {
    return headers['x-plex-client-identifier'] ? undefined : NO_CLIENT;
  }

  protected override unknownRoute(): FakeAnswer {
    return refusal(404, 1002, 'Not Found');
  }

  private meet(person: PlexPerson): PlexPerson {
    this.people.set(person.id, person);
    return person;
  }

  private asking(answer: PlexSharingAnswer) {
    return (request: FakeRequest): FakeAnswer => {
      const holder = this.holderOf(request);
      return holder ? answer(holder.person, request) : shareRefusal(401, 'Unauthorized');
    };
  }

  private holderOf({ headers }: FakeRequest): TokenHolder | undefined {
    const holder = this.holders.get(String(headers['x-plex-token']));
    return holder?.clientIdentifier === headers['x-plex-client-identifier'] ? holder : undefined;
  }

  private begin({ query, headers }: FakeRequest): FakeAnswer {
    const product = headers['x-plex-product'];
    if (typeof product !== 'string') return refusal(400, 1000, 'X-Plex-Product is missing');
    const pin = this.pins.begin(String(headers['x-plex-client-identifier']), product, query.strong === 'true');
    return written(headers, { status: 201, body: this.pins.answer(pin) });
  }

  private check({ params, headers }: FakeRequest): FakeAnswer {
    const pin = this.pins.find(Number(params.id), String(headers['x-plex-client-identifier']));
    return written(headers, pin ? { body: this.pins.answer(pin) } : PIN_GONE);
  }

  private signedIn(answer: (holder: TokenHolder, token: string, request: FakeRequest) => FakeAnswer) {
    return (request: FakeRequest): FakeAnswer => {
      const { headers } = request;
      const holder = this.holderOf(request);
      if (!holder) return NO_TOKEN;
      return written(headers, answer(holder, String(headers['x-plex-token']), request));
    };
  }
}

/** The provider's default is XML. Source: plex facts, Headers. */
function written(headers: FakeRequest['headers'], answer: FakeAnswer): FakeAnswer {
  if (String(headers.accept).includes('application/json')) return answer;
  return { status: answer.status, body: '<?xml version="1.0"?><answer/>', headers: { 'content-type': 'text/xml' } };
}
