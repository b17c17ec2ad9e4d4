import { ADMIN_PASSWORD } from '../../harness/start-app.js';
import { ROUTE_TABLE } from '../../architecture/route-table.js';
import { FILM, UNKNOWN_ID, type Household } from './household.js';

/** A JSON type that a member takes, with the text of the 400 that any other is answered with. */
export interface Member {
  readonly takes: 'string' | 'boolean' | 'integer' | 'list';
  /** Null and a missing member are the same, and allowed. */
  readonly optional?: true;
  readonly otherwise: string;
}

/** How a route is called so that a caller who may call it is answered as documented, and nothing that matters changes. */
export interface RouteCall {
  /** `POST /api/instances`. */
  readonly key: string;
  /** GET where the route takes every method. */
  readonly method: string;
  /** With its parameters and its query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What it brings beside its session and its body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The declared members of the body. */
  readonly members: Readonly<Record<string, Member>>;
  /** Members that it doesn't know are refused. Source: doc 4 section 0, strict bodies. */
  readonly strict: boolean;
}

type Given = Partial<Pick<RouteCall, 'body' | 'headers' | 'members' | 'strict'>> & {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
};

/** What no catalog of music holds. */
const UNKNOWN_MBID = '00000000-0000-4000-8000-000000000000';

const CREDENTIALS = 'username and password required';
const CONNECT = 'token and device_name required';
const USER_IDS = 'user_ids must be a list of 1 to 10000 user ids';
const USER_SET = 'user_ids must be a list of at most 10000 user ids';
const SWITCH = 'request settings are switches: send true or false';
const PROFILE = 'a quality profile must be a whole number, 0 for the first';
const SCOPE = 'invalid season scope';
const GENRES = (member: string): string => `${member} must be a list of at most 100 genre ids`;

const text = (otherwise: string): Member => ({ takes: 'string', otherwise });
const optional = (takes: Member['takes'], otherwise: string): Member => ({ takes, optional: true, otherwise });

const DEVICE = {
  device_name: optional('string', 'device_name must be a text of at most 255 characters'),
  hardware_id: optional('string', 'hardware_id must be a text of at most 255 characters'),
};

const LOGIN = { username: text(CREDENTIALS), password: text(CREDENTIALS), ...DEVICE };

const OIDC_BEGIN = { client: 'web', challenge: 'c'.repeat(43) };

const OIDC_ATTEMPT = {
  client: text('client must be web or mobile'),
  challenge: text('challenge must be the SHA-256 of a verifier: 43 characters of base64url'),
  device_name: optional('string', 'device_name must be a text of at most 200 characters'),
  hardware_id: optional('string', 'hardware_id must be a text of at most 200 characters'),
};

const INSTANCE = {
  id: optional('string', 'id must be a string'),
  service_type: optional('string', 'service_type must be a string'),
  name: optional('string', 'name must be a string'),
  url: optional('string', 'url must be a string'),
  api_key: optional('string', 'api_key must be a string'),
  username: optional('string', 'username must be a string'),
  password: optional('string', 'password must be a string'),
  is_default: optional('boolean', 'is_default must be true or false'),
  sort_order: optional('integer', 'sort_order must be a whole number'),
  auto_add_users: optional('boolean', 'auto_add_users must be true or false'),
  media_path_mappings: optional('list', 'media_path_mappings must be a list'),
  hub_link_pin: optional('integer', 'hub_link_pin must be a whole number'),
};

const CHALLENGE = text('challenge must be the SHA-256 of a verifier: 43 characters of base64url');

/** What begins a sign-in elsewhere, by the hub or by OpenID. */
const BEGUN = {
  challenge: CHALLENGE,
  device_name: optional('string', 'device_name must be a text of at most 200 characters'),
  hardware_id: optional('string', 'hardware_id must be a text of at most 200 characters'),
};

const ATTEMPT = {
  body: { client: 'web', challenge: 'c'.repeat(43) },
  members: { client: text('client must be web or mobile'), ...BEGUN },
} satisfies Given;

const PROOF = { flow: text('flow is required'), verifier: text('verifier must be 43 to 128 characters') };
const UNKNOWN_PROOF = { flow: 'f'.repeat(43), verifier: 'v'.repeat(43) };

/** A member for each kind of instance, and no other. */
const byKind = (takes: Member['takes'], expected: string) =>
  ({
    params: { userID: UNKNOWN_ID },
    body: {},
    members: Object.fromEntries(
      ['movie_manager', 'tv_manager', 'book_manager', 'music_manager', 'hub'].map((kind) => [
        kind,
        optional(takes, `${kind} must be ${expected}`),
      ]),
    ),
    strict: true,
  }) satisfies Given;

const NO_INSTANCE = { params: { instanceID: 'movie_manager-none' } } satisfies Given;
const NO_ITEM = { params: { instanceID: 'sabnzbd-none', itemID: 'SABnzbd_nzo_none' } } satisfies Given;
const NOBODY_ANYWHERE = { params: { userID: UNKNOWN_ID, instanceID: 'video_server_a-none' } };

const NO_FLOW = { params: { instanceID: 'movie_manager-none', flowID: 'no-such-sign-in' } };

const EXACT_USERS = {
  ...NO_INSTANCE,
  body: { user_ids: [] },
  members: { user_ids: { takes: 'list', otherwise: USER_SET } },
} satisfies Given;

const atMost = (member: string, most: number): Member =>
  optional('string', `${member} must be a text of at most ${most} characters`);

const CHANNEL = {
  params: { id: 'none' },
  body: {},
  members: { enabled: optional('boolean', 'enabled must be true or false') },
};

const NO_BOX = { params: { id: 'none' } } satisfies Given;
const BOX_NAME = text('name must be a text of 1 to 128 characters');
const BOX_ADDRESS = 'address must be a host name or an IPv4 address of at most 253 characters';

const CHAT = {
  body: {},
  members: {
    enabled: optional('boolean', 'enabled must be true or false'),
    webhook_url: atMost('webhook_url', 2_048),
    include_auto_approved: optional('boolean', 'include_auto_approved must be true or false'),
    enable_mentions: optional('boolean', 'enable_mentions must be true or false'),
    role_id: atMost('role_id', 40),
    thread_id: atMost('thread_id', 40),
    username: atMost('username', 200),
    avatar_url: atMost('avatar_url', 2_048),
    embed_poster: optional('boolean', 'embed_poster must be true or false'),
    stuck_days: optional('integer', 'stuck_days must be a whole number from 1 to 365'),
  },
} as const;

const PROXY = {
  body: { url: '' },
  members: {
    url: text('url must be a text'),
    username: optional('string', 'username must be a text'),
    password: optional('string', 'password must be a text'),
  },
} satisfies Given;

const CREDENTIAL = text('credential values must be texts');

const GLOBAL_SETTINGS = {
  require_approval: optional('boolean', SWITCH),
  allow_season_choice: optional('boolean', SWITCH),
  default_season_scope: optional('string', SCOPE),
  allow_quality_choice: optional('boolean', SWITCH),
  default_quality_movie_manager: optional('integer', PROFILE),
  default_quality_tv_manager: optional('integer', PROFILE),
};

const USER_SETTINGS = {
  require_approval: optional('boolean', SWITCH),
  allow_season_choice: optional('boolean', SWITCH),
  season_scope: optional('string', SCOPE),
  allow_quality_choice: optional('boolean', SWITCH),
  quality_profile_movie_manager: optional('integer', PROFILE),
  quality_profile_tv_manager: optional('integer', PROFILE),
};

const REQUEST = {
  body: { media_type: 'movie', tmdb_id: UNKNOWN_ID },
  members: {
    media_type: text('media_type required'),
    tmdb_id: { takes: 'integer', otherwise: 'tmdb_id required' },
    title: optional('string', 'title must be a string'),
    instance_id: optional('string', 'instance_id must be a string'),
    quality_profile_id: optional('integer', 'quality_profile_id must be a whole number'),
  },
} satisfies Given;

/** A revision that no match has. */
const REVISION = '0'.repeat(24);

/** Of the shape of an authenticator's answer, and nothing else. */
const ATTESTATION = {
  body: {
    id: 'A'.repeat(43),
    rawId: 'A'.repeat(43),
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'oA' },
  },
  members: Object.fromEntries(
    ['id', 'rawId', 'type', 'response'].map((member) => [
      member,
      text('the body must be the answer of an authenticator that has made a passkey'),
    ]),
  ),
} satisfies Given;

/** One list of allowances, and nothing else. */
const quotas = (...allowances: readonly unknown[]) =>
  ({
    body: { allowances },
    members: { allowances: { takes: 'list', otherwise: 'allowances must be a list' } },
    strict: true,
  }) satisfies Given;

/** What the table of routes doesn't say: parameters, queries and bodies. */
function given({ app, ana, instanceId, requestId }: Household): Readonly<Record<string, Given>> {
  const unreachable = { service_type: 'movie_manager', name: 'Films', url: app.radarr.url, api_key: 'no-such-key' };
  const ofPage = { headers: { origin: new URL(app.url).origin, 'content-type': 'application/json' } };
  return {
    'POST /api/web/session': {
      ...ofPage,
      body: { refresh_token: 'A'.repeat(43) },
      members: { refresh_token: text('refresh_token required') },
    },
    'POST /api/web/session/refresh': ofPage,
    'DELETE /api/web/session': ofPage,
    'POST /api/auth/setup': {
      body: { username: 'second', password: 'a good password', setup_code: 'x' },
      members: { ...LOGIN, setup_code: optional('string', 'setup_code must be a text') },
    },
    'POST /api/auth/login': { body: { username: 'admin', password: ADMIN_PASSWORD }, members: LOGIN },
    'POST /api/auth/connect': {
      body: { token: 'f'.repeat(64), device_name: 'phone' },
      members: { token: text(CONNECT), device_name: text(CONNECT), hardware_id: DEVICE.hardware_id },
    },
    'POST /api/auth/refresh': {
      body: { refresh_token: 'no such token' },
      members: { refresh_token: text('refresh_token required') },
    },
    'POST /api/admin/connect-token': {
      body: { name: 'ana', server_url: app.url },
      members: {
        name: text('name required'),
        server_url: optional('string', 'server_url must be an http or https address'),
      },
    },
    'POST /api/auth/password': {
      body: { password: 'short', current_password: 'no such password' },
      members: {
        password: text('password must be at least 8 characters'),
        current_password: optional('string', 'current_password must be a text'),
      },
    },
    'POST /api/auth/oidc/begin': {
      body: OIDC_BEGIN,
      members: {
        ...OIDC_ATTEMPT,
        invitation: optional('string', 'invitation must be a text of at most 128 characters'),
      },
    },
    'GET /api/auth/oidc/start': { query: '?flow=no-such-flow' },
    'GET /api/auth/oidc/callback': { query: '?state=no-such-state&code=none' },
    'POST /api/auth/oidc/exchange': {
      body: { flow: 'f'.repeat(43), code: 'c'.repeat(43), verifier: 'v'.repeat(43) },
      members: {
        flow: text('flow is required'),
        code: text('code is required'),
        verifier: text('verifier must be 43 to 128 characters'),
      },
    },
    'POST /api/auth/oidc/mcp/begin': {
      body: { ...OIDC_BEGIN, client: 'mcp', oauth: {} },
      members: { ...OIDC_ATTEMPT, client: text('client must be mcp') },
    },
    'POST /api/auth/oidc/link': { body: OIDC_BEGIN, members: OIDC_ATTEMPT },
    'DELETE /api/auth/oidc/identities': {
      body: { issuer: 'https://id.example' },
      members: { issuer: text('issuer required') },
    },
    'PUT /api/admin/oidc': {
      body: {},
      members: {
        enabled: optional('boolean', 'enabled must be true or false'),
        label: optional('string', 'label must be a text of at most 80 characters'),
        issuer: optional('string', 'issuer must be a text of at most 2048 characters'),
        client_id: optional('string', 'client_id must be a text of at most 1024 characters'),
        client_secret: optional('string', 'client_secret must be a text of at most 16384 characters'),
        additional_scopes: optional('list', 'additional_scopes must be a list of at most 30 single names'),
        allowed_groups: optional('list', 'allowed_groups must be a list of at most 100 names of 1 to 512 characters'),
        group_claim: optional('string', 'group_claim must be a text of at most 256 characters'),
        auto_create: optional('boolean', 'auto_create must be true or false'),
        sso_only: optional('boolean', 'sso_only must be true or false'),
        use_proxy: optional('boolean', 'use_proxy must be true or false'),
      },
    },
    'POST /api/admin/oidc/test': { body: OIDC_BEGIN, members: OIDC_ATTEMPT },
    'GET /api/admin/users/:userID/oidc': { params: { userID: UNKNOWN_ID } },
    'DELETE /api/admin/users/:userID/oidc': {
      params: { userID: UNKNOWN_ID },
      body: { issuer: 'https://id.example' },
      members: { issuer: text('issuer required') },
    },
    'POST /api/auth/hub-email': { body: { email: 'no address' }, members: { email: text('invalid email') } },
    'POST /api/auth/hub/begin': ATTEMPT,
    'POST /api/auth/hub/link': ATTEMPT,
    'POST /api/auth/hub/mcp/begin': {
      body: { client: 'mcp', challenge: 'c'.repeat(43), oauth: {} },
      members: { client: text('client must be mcp'), ...BEGUN },
    },
    'POST /api/auth/hub/check': { body: UNKNOWN_PROOF, members: PROOF },
    'POST /api/auth/hub/cancel': { body: UNKNOWN_PROOF, members: PROOF },
    'POST /api/auth/hub/exchange': {
      body: { ...UNKNOWN_PROOF, code: 'c'.repeat(43) },
      members: { ...PROOF, code: text('code is required') },
    },
    'PUT /api/admin/hub-auth': {
      body: { enabled: false, auto_create: false },
      members: {
        enabled: { takes: 'boolean', otherwise: 'enabled must be true or false' },
        auto_create: { takes: 'boolean', otherwise: 'auto_create must be true or false' },
      },
    },
    'POST /api/admin/hub-auth/confirm': {
      body: { mappings: [{ user_id: UNKNOWN_ID, hub_account_id: 5 }] },
      members: {
        mappings: {
          takes: 'list',
          otherwise: 'mappings must be a list of 1 to 200 pairs of user_id and hub_account_id',
        },
      },
    },
    'GET /api/admin/users/:userID/hub': { params: { userID: UNKNOWN_ID } },
    'DELETE /api/admin/users/:userID/hub': { params: { userID: UNKNOWN_ID } },
    'POST /api/auth/passkey/login/finish': { query: '?session_id=none', body: {} },
    'POST /api/auth/passkey/register/finish': { query: '?session_id=none', ...ATTESTATION },
    'POST /api/auth/passkey/setup/begin': { query: '?token=none' },
    'POST /api/auth/passkey/setup/finish': { query: '?token=none&session_id=none', ...ATTESTATION },
    'DELETE /api/auth/passkeys/:credentialID': { params: { credentialID: 'ff'.repeat(32) } },
    'GET /passkeys/create': { query: '?token=none' },
    'PATCH /api/admin/users/:userID': {
      params: { userID: UNKNOWN_ID },
      body: { role: 'admin' },
      members: { role: text('invalid role') },
    },
    'PATCH /api/admin/users/:userID/auth-methods': {
      params: { userID: UNKNOWN_ID },
      body: { password_enabled: true },
      members: {
        password_enabled: optional('boolean', 'password_enabled must be true or false'),
        passkey_enabled: optional('boolean', 'passkey_enabled must be true or false'),
      },
    },
    'PUT /api/admin/users/:userID/ai-access': {
      params: { userID: UNKNOWN_ID },
      body: { shared_ai_enabled: true },
      members: { shared_ai_enabled: { takes: 'boolean', otherwise: 'shared_ai_enabled is required' } },
    },
    'PUT /api/admin/external-address': {
      body: { external_url: '' },
      members: { external_url: text('external_url must be a text') },
    },
    'DELETE /api/setboxes/:id': NO_BOX,
    'PATCH /api/setboxes/:id': {
      ...NO_BOX,
      body: { name: 'Den', address: '10.0.0.40' },
      members: { name: BOX_NAME, address: text(BOX_ADDRESS) },
      strict: true,
    },
    'GET /api/setboxes/:id/grants': NO_BOX,
    'PUT /api/setboxes/:id/grants': {
      ...NO_BOX,
      body: { user_ids: [] },
      members: {
        user_ids: { takes: 'list', otherwise: 'user_ids must be a list of at most 1000 numbers of accounts' },
      },
      strict: true,
    },
    'POST /api/setboxes/discover': { body: {}, members: { address: optional('string', BOX_ADDRESS) }, strict: true },
    'POST /api/setboxes/pairings': {
      body: { name: 'Den', address: '10.0.0.40', identifier: 'AA:BB' },
      members: {
        name: BOX_NAME,
        address: text(BOX_ADDRESS),
        identifier: text('identifier must be a text of 1 to 256 visible characters'),
      },
      strict: true,
    },
    'POST /api/setboxes/pairings/:id/complete': {
      ...NO_BOX,
      body: { pin: '0042' },
      members: { pin: text('pin must be a text of four digits') },
      strict: true,
    },
    'DELETE /api/setboxes/pairings/:id': NO_BOX,
    'POST /api/setboxes/:id/check': NO_BOX,
    'POST /api/setboxes/:id/open': {
      ...NO_BOX,
      body: { media_type: 'movie', tmdb_id: FILM.id },
      members: {
        media_type: text('media_type must be movie or tv'),
        tmdb_id: { takes: 'integer', otherwise: 'tmdb_id must be the number of a title' },
      },
      strict: true,
    },
    'POST /api/setboxes/:id/confirm-open': {
      ...NO_BOX,
      body: { confirmation_id: 'none' },
      members: { confirmation_id: text('confirmation_id must be a text') },
      strict: true,
    },
    'PUT /api/admin/chat-notifications': CHAT,
    'POST /api/admin/chat-notifications/test': CHAT,
    'POST /api/admin/chat-notifications/recent/:id/repost': { params: { id: UNKNOWN_ID } },
    'POST /api/admin/notification-channels': {
      body: { name: 'Phones', format: 'ntfy', url: 'https://ntfy.example/films', enabled: false },
      members: {
        name: text('name must be a text of 1 to 60 characters'),
        url: text('url must be a text of at most 2048 characters'),
        enabled: optional('boolean', 'enabled must be true or false'),
      },
    },
    'PUT /api/admin/notification-channels/:id': CHANNEL,
    'DELETE /api/admin/notification-channels/:id': { params: { id: 'none' } },
    'POST /api/admin/notification-channels/:id/test': CHANNEL,
    'PUT /api/auth/chat-notifications': {
      body: {},
      members: {
        enabled: optional('boolean', 'enabled must be true or false'),
        chat_ids: optional('list', 'chat_ids must be a list of at most 10 ids as texts of digits'),
      },
    },
    'PUT /api/admin/outbound-proxy': PROXY,
    'POST /api/admin/outbound-proxy/test': PROXY,
    'PUT /api/admin/discovery-settings': {
      body: {},
      members: {
        source: { takes: 'string', otherwise: 'unknown source' },
        english_only: { takes: 'boolean', otherwise: 'english_only must be true or false' },
      },
    },
    'PUT /api/admin/credentials': {
      body: { openai_key: '' },
      members: { tmdb_access_token: CREDENTIAL, openai_key: CREDENTIAL, ai_provider: CREDENTIAL },
      strict: true,
    },
    'DELETE /api/admin/credentials/:key': { params: { key: 'no_such_key' } },
    'POST /api/admin/credentials/test': {
      body: { name: 'tmdb_access_token', value: 'no-key-of-theirs' },
      members: { name: text('name must be tmdb_access_token or listprov_client_id'), value: CREDENTIAL },
      strict: true,
    },
    'POST /api/admin/jobs/:name/run': { params: { name: 'no.such-job' } },
    'PUT /api/admin/setup-status/skips': {
      body: { key: 'no_such_item', skipped: true },
      members: {
        key: text('unknown setup item'),
        skipped: { takes: 'boolean', otherwise: 'skipped must be true or false' },
      },
    },
    'GET /api/docs/:module': { params: { module: 'unknown.js' } },
    'DELETE /api/admin/connect-tokens/:id': { params: { id: 'f'.repeat(64) } },
    'DELETE /api/admin/devices/:deviceID': { params: { deviceID: '00000000-0000-4000-8000-000000000000' } },
    'DELETE /api/admin/users/:userID': { params: { userID: UNKNOWN_ID } },
    'GET /api/admin/users/:userID/content-policy': { params: { userID: UNKNOWN_ID } },
    'PUT /api/admin/users/:userID/content-policy': {
      params: { userID: UNKNOWN_ID },
      body: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' },
      members: {
        max_movie_rating: text('max_movie_rating must be a rating'),
        max_tv_rating: text('max_tv_rating must be a rating'),
        rating_region: optional('string', 'rating_region must be a country code'),
        block_unrated: optional('boolean', 'block_unrated must be true or false'),
        blocked_movie_genres: optional('list', GENRES('blocked_movie_genres')),
        blocked_tv_genres: optional('list', GENRES('blocked_tv_genres')),
      },
    },
    'DELETE /api/admin/users/:userID/content-policy': { params: { userID: UNKNOWN_ID } },
    'GET /api/admin/users/:userID/default-instances': { params: { userID: UNKNOWN_ID } },
    'PUT /api/admin/users/:userID/default-instances': byKind('string', 'an instance id or null'),
    'GET /api/admin/users/:userID/instance-grants': { params: { userID: UNKNOWN_ID } },
    'PUT /api/admin/users/:userID/instance-grants': byKind('list', 'a list of at most 1000 instance ids or null'),
    'PUT /api/admin/downloads/settings': {
      body: { user_scope: 'all' },
      members: { user_scope: text('user_scope must be all or mine') },
      strict: true,
    },
    'PUT /api/admin/push-notifications': {
      body: { enabled: true },
      members: { enabled: optional('boolean', 'enabled must be true or false') },
    },
    'POST /api/admin/users/:userID/test-push': { params: { userID: UNKNOWN_ID } },
    'POST /api/devices/push-token': {
      body: { device_id: 'none', apns_token: 'no-token-of-anybody' },
      members: {
        device_id: text('device_id and apns_token are required'),
        apns_token: text('device_id and apns_token are required'),
        platform: optional('string', 'platform must be a short word in small letters'),
      },
    },
    'DELETE /api/devices/push-token/:deviceID': { params: { deviceID: 'none' } },
    'PUT /api/notifications/follows/:mediaType/:tmdbId': { params: { mediaType: 'movie', tmdbId: '949' } },
    'DELETE /api/notifications/follows/:mediaType/:tmdbId': { params: { mediaType: 'movie', tmdbId: '949' } },
    'PUT /api/notifications/preferences': {
      body: { new_movie: true },
      members: { new_movie: optional('boolean', 'new_movie must be true or false') },
    },
    'GET /api/downloads/:instanceID/queue': NO_ITEM,
    'GET /api/downloads/:instanceID/history': NO_ITEM,
    'POST /api/downloads/:instanceID/pause': NO_ITEM,
    'POST /api/downloads/:instanceID/resume': NO_ITEM,
    'POST /api/downloads/:instanceID/queue/:itemID/pause': NO_ITEM,
    'POST /api/downloads/:instanceID/queue/:itemID/resume': NO_ITEM,
    'DELETE /api/downloads/:instanceID/queue/:itemID': NO_ITEM,
    'POST /api/instances': { body: unreachable, members: INSTANCE },
    'POST /api/instances/test': { body: unreachable, members: INSTANCE },
    'POST /api/instances/hub/link/check': {
      body: { pin_id: 5 },
      members: { pin_id: { takes: 'integer', otherwise: 'pin_id required' } },
    },
    'POST /api/instances/hub/servers': { body: { hub_link_pin: 5 }, members: INSTANCE },
    'POST /api/instances/media-server/libraries': { body: unreachable, members: INSTANCE },
    'PUT /api/instances/:instanceID': {
      params: { instanceID: 'movie_manager-none' },
      body: unreachable,
      members: INSTANCE,
    },
    'DELETE /api/instances/:instanceID': { params: { instanceID: 'movie_manager-none' } },
    'GET /api/instances/:instanceID/assignments': { params: { instanceID: 'movie_manager-none' } },
    'PATCH /api/instances/:instanceID/assignments': {
      params: { instanceID: 'movie_manager-none' },
      body: { action: 'add', user_ids: [ana.userId] },
      members: {
        action: text('action must be add or remove'),
        user_ids: { takes: 'list', otherwise: USER_IDS },
      },
    },
    'GET /api/instances/:instanceID/users': NO_INSTANCE,
    'PUT /api/instances/:instanceID/users': EXACT_USERS,
    'GET /api/instances/:instanceID/grant-users': NO_INSTANCE,
    'PUT /api/instances/:instanceID/grant-users': EXACT_USERS,
    'GET /api/instances/:instanceID/bookcatalog': NO_INSTANCE,
    'PUT /api/instances/:instanceID/bookcatalog': {
      ...NO_INSTANCE,
      body: { token: 'no-such-token' },
      members: { token: text('token must be the API token of the book catalog') },
    },
    'DELETE /api/instances/:instanceID/bookcatalog': NO_INSTANCE,
    'POST /api/instances/:instanceID/bookcatalog/device/begin': NO_INSTANCE,
    'GET /api/instances/:instanceID/bookcatalog/device/:flowID': NO_FLOW,
    'DELETE /api/instances/:instanceID/bookcatalog/device/:flowID': NO_FLOW,
    'POST /api/instances/:instanceID/bookcatalog/apply': {
      ...NO_INSTANCE,
      body: { connection_id: 'none', instances: [{ instance_id: 'book_manager-none', revision: 0 }] },
      members: {
        connection_id: text('connection_id required'),
        instances: {
          takes: 'list',
          otherwise: 'instances must be a list of 1 to 100 of {instance_id, revision}',
        },
      },
    },
    'POST /api/media-files/tickets': {
      body: { instance_id: 'movie_manager-none', file_id: 1 },
      members: {
        instance_id: text('instance_id must be a text of 1 to 128 characters'),
        file_id: { takes: 'integer', otherwise: 'file_id must be the number of a file' },
      },
      strict: true,
    },
    'POST /api/media-files/coverage': {
      body: { instance_id: 'movie_manager-none', paths: ['/movies/a.mkv'] },
      members: {
        instance_id: text('instance_id must be a text of 1 to 128 characters'),
        paths: { takes: 'list', otherwise: 'paths must be a list of 1 to 200 texts' },
      },
      strict: true,
    },
    'GET /api/media-files/download/:ticket': { params: { ticket: 'n'.repeat(43) } },
    'HEAD /api/media-files/download/:ticket': { params: { ticket: 'n'.repeat(43) } },
    'POST /api/media-servers/:instanceID/account': {
      ...NO_INSTANCE,
      body: { password: 'no-password-of-anybody' },
      members: {
        password: optional('string', 'password must be a text of 8 to 1024 characters'),
        email: optional('string', 'email must be a text'),
      },
    },
    'POST /api/media-servers/hub/sign-in/check': {
      body: { pin_id: 5 },
      members: { pin_id: { takes: 'integer', otherwise: 'pin_id required' } },
    },
    'POST /api/media-servers/:instanceID/account/link': {
      ...NO_INSTANCE,
      body: { username: 'nobody', password: '' },
      members: {
        username: text('username must be a text of 1 to 256 characters'),
        password: text('password must be a text of at most 1024 characters'),
      },
    },
    'DELETE /api/me/devices/:deviceID': { params: { deviceID: '00000000-0000-4000-8000-000000000000' } },
    'PUT /api/me/video-apps': { body: {} },
    'PUT /api/me/listening-apps': {
      body: {},
      members: {
        ios: optional('string', 'ios must be a string'),
        android: optional('string', 'android must be a string'),
      },
    },
    'GET /api/admin/media-servers/:instanceID/users': NO_INSTANCE,
    'POST /api/admin/media-servers/:instanceID/import': {
      ...NO_INSTANCE,
      body: { remote_user_ids: ['none'] },
      members: {
        remote_user_ids: { takes: 'list', otherwise: 'remote_user_ids must be a list of 1 to 200 ids of accounts' },
        server_url: optional('string', 'server_url must be an http or https address'),
        manage_access: optional('boolean', 'manage_access must be true or false'),
      },
    },
    'PUT /api/admin/users/:userID/media-servers/:instanceID/account': {
      ...NOBODY_ANYWHERE,
      body: { remote_user_id: 'none' },
      members: {
        remote_user_id: text('remote_user_id must be a text of 1 to 320 characters'),
        manage_access: optional('boolean', 'manage_access must be true or false'),
      },
    },
    'DELETE /api/admin/users/:userID/media-servers/:instanceID/account': NOBODY_ANYWHERE,
    'PATCH /api/admin/users/:userID/media-servers/:instanceID/account/management': {
      ...NOBODY_ANYWHERE,
      body: { manage_access: true },
      members: { manage_access: { takes: 'boolean', otherwise: 'manage_access must be true or false' } },
    },
    'GET /api/admin/instances/:instanceID/media-access': NO_INSTANCE,
    'PUT /api/admin/instances/:instanceID/media-access': {
      ...NO_INSTANCE,
      body: {},
      members: {
        default_library_ids: optional(
          'list',
          'default_library_ids must be a list of at most 500 texts of at most 128 characters',
        ),
        user_ids: optional('list', USER_SET),
      },
    },
    'GET /api/instances/:instanceID/webhook': NO_INSTANCE,
    'POST /api/instances/:instanceID/webhook': NO_INSTANCE,
    'POST /api/webhooks/arr/:instanceID': { params: { instanceID: instanceId }, body: { eventType: 'Test' } },
    'GET /*path': { params: { path: 'search' } },
    'ANY /api/instances/:instanceID/*path': {
      params: { instanceID: 'movie_manager-none', path: 'api/v3/movie' },
    },
    'GET /api/search': { query: '?query=harbor' },
    'GET /api/discover/music/search': { query: '?query=wave' },
    'GET /api/discover/music/artists': { query: '?query=wave' },
    'GET /api/discover/music/genre': { query: '?genre=jazz' },
    'GET /api/discover/music/artwork/:music_id': { params: { music_id: UNKNOWN_MBID } },
    'GET /api/media/music/:music_id': { params: { music_id: UNKNOWN_MBID } },
    'GET /api/media/music/artists/:artist_id': { params: { artist_id: UNKNOWN_MBID } },
    'GET /api/media/music/artists/:artist_id/albums': { params: { artist_id: UNKNOWN_MBID } },
    'GET /api/media/movie/:id': { params: { id: FILM.id } },
    'GET /api/media/tv/:id': { params: { id: UNKNOWN_ID } },
    'GET /api/search/keyword': { query: '?query=storm' },
    'GET /api/search/company': { query: '?query=harbor' },
    'GET /api/media/movie/:id/recommendations': { params: { id: FILM.id } },
    'GET /api/media/movie/:id/similar': { params: { id: FILM.id } },
    'GET /api/media/tv/:id/recommendations': { params: { id: UNKNOWN_ID } },
    'GET /api/media/tv/:id/similar': { params: { id: UNKNOWN_ID } },
    'GET /api/titles/words': { query: `?movies=${FILM.id}&language=de` },
    'GET /api/media/tv/:id/episodes': { params: { id: UNKNOWN_ID }, query: '?season=1' },
    'GET /api/media/collections/:id': { params: { id: UNKNOWN_ID } },
    'GET /api/media/person/:id': { params: { id: UNKNOWN_ID } },
    'GET /api/media/person/:id/credits': { params: { id: UNKNOWN_ID } },
    'GET /api/listprov/lists/:user/:slug/items': { params: { user: 'nobody', slug: 'none' } },
    'GET /api/listprov/images/:host/*path': { params: { host: 'pictures.example', path: 'images/1.jpg' } },
    'GET /api/pictures/tmdb/:size/:file': { params: { size: 'w92', file: 'none.txt' } },
    'GET /api/pictures/lists/:host/*path': { params: { host: 'pictures.example', path: 'images/1.jpg' } },
    'GET /api/pictures/books/*path': { params: { path: 'books%2f7' } },
    'GET /api/pictures/music/:music_id': { params: { music_id: UNKNOWN_MBID } },
    'GET /api/discover/books/images/*path': { params: { path: 'books%2f7' } },
    'GET /api/discover/books/:feed': { params: { feed: 'popular' } },
    'GET /api/media/book/:workId': { params: { workId: UNKNOWN_ID } },
    'GET /api/media/book/:workId/request-target': { params: { workId: UNKNOWN_ID } },
    'GET /api/media-servers/watch': { query: `?media_type=movie&tmdb_id=${FILM.id}` },
    'GET /api/media-servers/watch/many': { query: `?movies=${FILM.id}` },
    'GET /api/media-servers/listen': { query: '?instance_id=book_manager-none&foreign_book_id=hc:1' },
    'POST /api/requests': REQUEST,
    'POST /api/requests/preview': REQUEST,
    'GET /api/requests/delivery-status': { query: `?request_id=${requestId}` },
    'GET /api/requests/:id/timeline': { params: { id: String(requestId) } },
    'GET /api/requests/statuses': { query: `?movies=${FILM.id}` },
    'GET /api/requests/music-status': { query: `?foreign_id=${UNKNOWN_MBID}` },
    'GET /api/requests/book-status': { query: '?foreign_id=hc:1' },
    'GET /api/requests/book-author': { query: '?foreign_id=hc:1' },
    'GET /api/requests/book-series-detail': { query: '?name=Nothing' },
    'GET /api/requests/music-artist': { query: `?foreign_id=${UNKNOWN_MBID}` },
    'GET /api/requests/:tmdb_id/status': { params: { tmdb_id: FILM.id } },
    'POST /api/requests/:id/delivery': {
      params: { id: requestId },
      body: { action: 'retry' },
      members: { action: text('action must be retry or cancel') },
    },
    'POST /api/admin/requests/:id/approve': {
      params: { id: UNKNOWN_ID },
      body: {},
      members: { quality_profile_id: optional('integer', 'quality_profile_id must be a whole number') },
    },
    'POST /api/admin/requests/:id/deny': {
      params: { id: UNKNOWN_ID },
      body: {},
      members: { reason: optional('string', 'reason must be a string') },
    },
    'POST /api/admin/requests/:id/wait': { params: { id: UNKNOWN_ID } },
    'PUT /api/admin/request-settings': { body: { require_approval: true }, members: GLOBAL_SETTINGS },
    'GET /api/admin/users/:userID/request-settings': { params: { userID: UNKNOWN_ID } },
    'PUT /api/admin/users/:userID/request-settings': {
      params: { userID: UNKNOWN_ID },
      body: {},
      members: USER_SETTINGS,
    },
    'PUT /api/admin/request-quotas': quotas(),
    'GET /api/admin/users/:userID/request-quotas': { params: { userID: UNKNOWN_ID } },
    'PUT /api/admin/users/:userID/request-quotas': { params: { userID: UNKNOWN_ID }, ...quotas() },
    'POST /api/admin/users/:userID/request-quotas/reset': {
      params: { userID: UNKNOWN_ID },
      ...quotas({ media_type: 'movie' }),
    },
    'GET /api/v1/user/:id': { params: { id: UNKNOWN_ID } },
    'GET /api/v1/request/:id': { params: { id: UNKNOWN_ID } },
    'DELETE /api/v1/request/:id': { params: { id: UNKNOWN_ID } },
    'POST /api/v1/request/:id/approve': { params: { id: UNKNOWN_ID } },
    'POST /api/v1/request/:id/decline': { params: { id: UNKNOWN_ID } },
    'GET /api/v1/movie/:tmdbId': { params: { tmdbId: FILM.id } },
    'GET /api/v1/tv/:tmdbId': { params: { tmdbId: UNKNOWN_ID } },
    'GET /api/v1/tv/:tmdbId/season/:n': { params: { tmdbId: UNKNOWN_ID, n: 1 } },
    'DELETE /api/v1/media/:mediaId': { params: { mediaId: UNKNOWN_ID } },
    'ANY /api/v1/*path': { params: { path: 'discover/movies' } },
    'GET /api/admin/tv-matches/candidates': { query: '?q=harbor' },
    'GET /api/admin/tv-matches/:tmdb_id': { params: { tmdb_id: UNKNOWN_ID } },
    'PUT /api/admin/tv-matches/:tmdb_id': {
      params: { tmdb_id: UNKNOWN_ID },
      body: { revision: REVISION, mode: 'default' },
      members: {
        revision: text('revision must be the revision of the match'),
        mode: text('mode must be custom, paused or default'),
        tvdb_id: optional('integer', 'tvdb_id must be a whole number, 0 for none'),
        instance_id: optional('string', 'instance_id must be a string'),
      },
      strict: true,
    },
    'DELETE /api/admin/tv-matches/:tmdb_id': { params: { tmdb_id: UNKNOWN_ID } },
    'GET /api/admin/tv-matches/:tmdb_id/repairs': { params: { tmdb_id: UNKNOWN_ID } },
    'POST /api/admin/requests/:id/repair-tv-match': {
      params: { id: UNKNOWN_ID },
      body: { revision: REVISION },
      members: { revision: text('revision must be the revision of the match') },
      strict: true,
    },
  };
}

/**
 * One call for every route that is served.
 *
 * @throws Error when a route has parameters that nothing is said about
 */
export function routeCalls(household: Household): readonly RouteCall[] {
  const known = given(household);
  return ROUTE_TABLE.map(({ method, path: pattern }) => {
    const key = `${method} ${pattern}`;
    const { params = {}, query = '', body, headers, members = {}, strict = false } = known[key] ?? {};
    const path = pattern.replace(/[:*](\w+)/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`${key}: say in route-calls.ts how it is called`);
      return String(params[name]);
    });
    const asked = method === 'ANY' ? 'GET' : method;
    return { key, method: asked, path: path + query, body, headers, members, strict };
  });
}
