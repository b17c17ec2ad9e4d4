import { LOG_FORMATS, LOG_LEVELS, type LogFormat } from '../logging/log.js';
import { Secret } from '../secrets/secret.js';
import { parsedUrl } from '../text/urls.js';
import { cidr, listenHost, mountPath, origin, port } from './network-values.js';
import { absolutePath, guardingSecret, lineOfText, listOf, oneOf, path, reading, secretKey } from './values.js';
import { optionalVariable, secretVariable, variable, type Variable } from './variable.js';

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

/** Where the server listens, keeps its data and writes its log. Source: doc 3 section 10. */
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
