import { LOG_FORMATS, LOG_LEVELS, type LogFormat } from '../logging/log.js';
import { Secret } from '../secrets/secret.js';
import { parsedUrl } from '../text/urls.js';
import {
  absolutePath,
  cidr,
  contact,
  guardingSecret,
  httpsOrigin,
  identifier,
  lineOfText,
  listenHost,
  listOf,
  listOrNone,
  mountPath,
  oneOf,
  optionalVariable,
  origin,
  path,
  port,
  pushHost,
  reading,
  secretKey,
  secretText,
  secretVariable,
  serviceUrl,
  variable,
  type Variable,
  webhookHost,
  wholeNumber,
} from './values.js';

const logFormat: Variable<LogFormat> = {
  ...variable('LOG_FORMAT', {
    schema: oneOf(LOG_FORMATS),
    fallback: 'json',
    fallbackText: '`pretty` on a terminal, else `json`',
    meaning: 'Form of the log: `json`, one object per line, or `pretty`, a line of text.',
  }),
  fallback: ({ isTerminal }) => (isTerminal ? 'pretty' : 'json'),
};

const databaseUrl = reading('must be a postgres:// address with the name of a database', (text) =>
  isPostgresAddress(text) ? Secret.of(text) : undefined,
);

function isPostgresAddress(text: string): boolean {
  const url = parsedUrl(text);
  return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && /^\/[^/]+$/.test(url.pathname);
}

const setupCode = reading('must be at least 8 characters of printable ASCII without blanks, or off', (text) =>
  text.toLowerCase() === 'off' ? ('off' as const) : guardingSecret.safeParse(text).data,
);

/** Where the server listens, keeps its data and writes its log. */
export const SERVER_VARIABLES = {
  port: variable('PORT', { schema: port, fallback: 7676, meaning: 'TCP port to listen on; 0 takes any that is free.' }),
  host: variable('HOST', { schema: listenHost, fallback: '0.0.0.0', meaning: 'Address or host name to listen on.' }),
  basePath: variable('BASE_PATH', {
    schema: mountPath,
    fallback: '',
    meaning: 'Path under which everything is served, such as `/usher`.',
  }),
  dataDir: variable('DATA_DIR', {
    schema: path,
    fallback: './data',
    meaning:
      'Folder of the database, the secret key and the backups; made with mode 0700 where it does not exist, and given ' +
      'that mode where others may get at it.',
  }),
  databaseUrl: secretVariable('DATABASE_URL', {
    schema: databaseUrl,
    fallbackText: 'SQLite file in DATA_DIR',
    meaning:
      'Address of a PostgreSQL database that takes the place of the file: `postgres://user:password@host/database`.',
  }),
  secretKey: secretVariable('SECRET_KEY', {
    schema: secretKey,
    fallbackText: 'made once in DATA_DIR/secret.key, mode 0600',
    meaning: 'Key of the encryption at rest: base64 of 32 bytes.',
  }),
  newSecretKey: secretVariable('NEW_SECRET_KEY', {
    schema: secretKey,
    fallbackText: 'unset',
    meaning: 'Key that `npm run rotate-key` puts in the place of SECRET_KEY; the server itself does not read it.',
  }),
  setupCode: secretVariable('SETUP_CODE', {
    schema: setupCode,
    fallbackText: 'made at each start until an administrator exists, printed once',
    meaning: 'Code that the first-run setup asks for, of at least 8 characters; `off` asks for none.',
  }),
  serverName: variable('SERVER_NAME', {
    schema: lineOfText(64),
    fallback: 'Usher',
    meaning: 'Name of this server, as people see it.',
  }),
  trustedProxies: variable('TRUSTED_PROXIES', {
    schema: listOf(cidr),
    fallback: [],
    meaning: 'Comma list of the address ranges (CIDR) whose `X-Forwarded-*` headers count; not all addresses (`/0`).',
  }),
  logLevel: variable('LOG_LEVEL', {
    schema: oneOf(LOG_LEVELS),
    fallback: 'info',
    meaning: `Least level that is logged: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
  }),
  logFormat,
  metricsToken: secretVariable('METRICS_TOKEN', {
    schema: guardingSecret,
    fallbackText: 'unset = off',
    meaning: 'Bearer token of the Prometheus endpoint `/metrics`, of at least 8 characters.',
  }),
  arrCallbackUrl: optionalVariable('ARR_CALLBACK_URL', {
    schema: origin,
    fallbackText: 'origin of the request',
    meaning: 'Origin at which the library managers reach this server for their webhooks.',
  }),
  mediaRoots: variable('MEDIA_ROOTS', {
    schema: listOf(absolutePath),
    fallback: [],
    fallbackText: 'empty = file downloads off',
    meaning:
      'Comma list of absolute folders in which media files may be read. Each must exist when the server starts, and none ' +
      'may contain DATA_DIR or its backups, or lie in them.',
  }),
  setboxHelper: variable('SETBOX_HELPER', {
    schema: path,
    fallback: 'usher-setbox-helper',
    fallbackText: '`usher-setbox-helper` on the PATH, else not supported',
    meaning: 'Program that speaks the helper protocol for set-top boxes over standard input and output.',
  }),
} as const;

const appleAppId = reading('must be TEAMID.bundle.id', (text) =>
  /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/.test(text) ? text : undefined,
);

const androidPackage = reading('must be an Android package name', (text) =>
  /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(text) ? text : undefined,
);

const sha256Fingerprint = reading('must be 32 bytes in hex, parted by colons', (text) =>
  /^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i.test(text) ? text.toUpperCase() : undefined,
);

/** Who may sign in from where. */
export const SIGN_IN_VARIABLES = {
  oauthIssuer: optionalVariable('OAUTH_ISSUER', {
    schema: httpsOrigin,
    meaning: 'Stable https origin of this server as an OAuth issuer.',
  }),
  mcpAllowedOrigins: variable('MCP_ALLOWED_ORIGINS', {
    schema: listOf(origin),
    fallback: [],
    meaning: 'Comma list of the web origins that may call the MCP endpoint, beside the issuer.',
  }),
  webauthnExtraOrigins: variable('WEBAUTHN_EXTRA_ORIGINS', {
    schema: listOf(origin),
    fallback: [],
    meaning: 'Comma list of further web origins on which passkeys are accepted.',
  }),
  appleAppIds: variable('APPLE_APP_IDS', {
    schema: listOf(appleAppId),
    fallback: [],
    meaning: 'Comma list of the Apple apps (`TEAMID.bundle.id`) that share passkeys with this server.',
  }),
  androidPackageName: optionalVariable('ANDROID_PACKAGE_NAME', {
    schema: androidPackage,
    fallbackText: 'empty',
    meaning: 'Android app that shares passkeys with this server.',
  }),
  androidCertSha256Fingerprints: variable('ANDROID_CERT_SHA256_FINGERPRINTS', {
    schema: listOf(sha256Fingerprint),
    fallback: [],
    meaning: 'Comma list of the SHA-256 fingerprints of the certificates that sign that app.',
  }),
} as const;

const address = (name: string, fallback: string, meaning: string): Variable<string> =>
  variable(name, { schema: serviceUrl, fallback, meaning });

/** Which outside services are spoken to, and where. */
export const PROVIDER_VARIABLES = {
  providerCacheMib: variable('PROVIDER_CACHE_MIB', {
    schema: wholeNumber(1, 4_096),
    fallback: 48,
    meaning: 'Memory in MiB for what outside services answered, all of them together.',
  }),
  metadataUrl: address(
    'METADATA_URL',
    'https://api.themoviedb.org/3',
    'Address of the film and series metadata (TMDB API).',
  ),
  metadataToken: secretVariable('METADATA_TOKEN', {
    schema: secretText,
    meaning: 'Read access token of the metadata provider, for as long as no administrator has stored one.',
  }),
  listprovUrl: address('LISTPROV_URL', 'https://api.trakt.tv', 'Address of the list provider (Trakt API).'),
  listprovClientId: secretVariable('LISTPROV_CLIENT_ID', {
    schema: secretText,
    meaning: 'Client id at the list provider.',
  }),
  musicMetadataUrl: address(
    'MUSIC_METADATA_URL',
    'https://musicbrainz.org/ws/2',
    'Address of the music metadata (MusicBrainz API).',
  ),
  musicChartUrl: address(
    'MUSIC_CHART_URL',
    'https://api.listenbrainz.org/1',
    'Address of the music charts (ListenBrainz API).',
  ),
  coverArtUrl: address('COVER_ART_URL', 'https://coverartarchive.org', 'Address of the Cover Art Archive.'),
  providerContact: optionalVariable('PROVIDER_CONTACT', {
    schema: contact,
    meaning:
      'Mail address or https address by which outside providers can reach the operator of this server; it goes into the ' +
      'User-Agent of calls to them. They ask for one and may refuse calls without. Where it is unset, they see the ' +
      'external address; while that is unset too, product and version alone.',
  }),
  bookcatalogUrl: address(
    'BOOKCATALOG_URL',
    'https://api.hardcover.app/v1/graphql',
    'Address of the book catalog (Hardcover API).',
  ),
  bookcatalogAuthUrl: optionalVariable('BOOKCATALOG_AUTH_URL', {
    schema: serviceUrl,
    meaning: 'Address of the device sign-in of the book catalog.',
  }),
  bookcatalogClientId: optionalVariable('BOOKCATALOG_CLIENT_ID', {
    schema: identifier,
    meaning: 'Client id for the device sign-in of the book catalog.',
  }),
  hubUrl: address('HUB_URL', 'https://plex.tv', 'Address of the hub (Plex account API).'),
  hubClientsUrl: address(
    'HUB_CLIENTS_URL',
    'https://clients.plex.tv',
    'Address of the hub for shares and invitations (Plex clients API).',
  ),
  hubWebUrl: address('HUB_WEB_URL', 'https://app.plex.tv', 'Address of the web app of the hub.'),
  chatHosts: variable('CHAT_HOSTS', {
    schema: listOf(webhookHost),
    // Instead of doc 3 section 10's two: the test clients give out addresses of their own.
    fallback: [
      'discord.com',
      'discordapp.com',
      'canary.discord.com',
      'canary.discordapp.com',
      'ptb.discord.com',
      'ptb.discordapp.com',
    ],
    meaning:
      'Comma list of the hosts that a chat webhook may name, over https; ' +
      'a test or lab may name the http origin of a loopback address.',
  }),
  pushGatewayUrl: optionalVariable('PUSH_GATEWAY_URL', {
    schema: serviceUrl,
    fallbackText: 'unset = apps on phones are sent no push messages',
    meaning: 'Address of the push gateway.',
  }),
  pushApiKey: secretVariable('PUSH_API_KEY', {
    schema: secretText,
    fallbackText: 'unset = the server enrols by itself',
    meaning: 'Key for the push gateway.',
  }),
  webPushHosts: variable('WEB_PUSH_HOSTS', {
    schema: listOrNone(pushHost),
    fallback: ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
    meaning:
      'Comma list of the hosts of push services to which messages for browsers may be sent, over https; `*.` in front of a ' +
      'name stands for all names below it. `none` turns Web Push off. ' +
      'A test or lab may name the http origin of a loopback address.',
  }),
} as const;

const clientId = (name: string, meaning: string): Variable<string | undefined> =>
  optionalVariable(name, { schema: identifier, fallbackText: 'unset = device link not offered', meaning });

/** Where the AI vendors are. */
export const AI_VARIABLES = {
  aiOpenaiUrl: address('AI_OPENAI_URL', 'https://api.openai.com/v1', 'Address of the OpenAI API.'),
  aiAnthropicUrl: address('AI_ANTHROPIC_URL', 'https://api.anthropic.com/v1', 'Address of the Anthropic API.'),
  aiGeminiUrl: address(
    'AI_GEMINI_URL',
    'https://generativelanguage.googleapis.com/v1beta',
    'Address of the Gemini API.',
  ),
  aiXaiUrl: address('AI_XAI_URL', 'https://api.x.ai/v1', 'Address of the xAI API.'),
  alphaAuthUrl: address('ALPHA_AUTH_URL', 'https://auth.openai.com', 'Address of the device link of OpenAI accounts.'),
  betaAuthUrl: address('BETA_AUTH_URL', 'https://auth.x.ai', 'Address of the device link of xAI accounts.'),
  alphaClientId: clientId('ALPHA_CLIENT_ID', 'Client id for the device link of OpenAI accounts.'),
  betaClientId: clientId('BETA_CLIENT_ID', 'Client id for the device link of xAI accounts.'),
} as const;
