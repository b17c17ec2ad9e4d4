import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Secret } from '../secrets/secret.js';
import { readSettings, SettingsError, VARIABLES, type Settings } from './settings.js';
import type { Variable } from './values.js';

const KEY_TEXT = Buffer.alloc(32, 1).toString('base64');

/** The names of doc 3 section 10, in its order. */
const DOCUMENTED =
  `PORT HOST BASE_PATH DATA_DIR DATABASE_URL SECRET_KEY SETUP_CODE SERVER_NAME TRUSTED_PROXIES LOG_LEVEL
  LOG_FORMAT ARR_CALLBACK_URL OAUTH_ISSUER MCP_ALLOWED_ORIGINS WEBAUTHN_EXTRA_ORIGINS APPLE_APP_IDS ANDROID_PACKAGE_NAME
  ANDROID_CERT_SHA256_FINGERPRINTS MEDIA_ROOTS PUSH_GATEWAY_URL PUSH_API_KEY METRICS_TOKEN METADATA_URL METADATA_TOKEN
  LISTPROV_URL LISTPROV_CLIENT_ID MUSIC_METADATA_URL MUSIC_CHART_URL COVER_ART_URL BOOKCATALOG_URL BOOKCATALOG_AUTH_URL
  BOOKCATALOG_CLIENT_ID HUB_URL HUB_CLIENTS_URL HUB_WEB_URL CHAT_HOSTS AI_OPENAI_URL AI_ANTHROPIC_URL AI_GEMINI_URL
  AI_XAI_URL ALPHA_AUTH_URL BETA_AUTH_URL ALPHA_CLIENT_ID BETA_CLIENT_ID SETBOX_HELPER`.split(/\s+/);

type Env = Record<string, string | undefined>;
const noFiles = (): string => {
  throw Object.assign(new Error('no such file: planted-canary'), { code: 'ENOENT' });
};
const read = (env: Env = {}, files: (path: string) => string = noFiles): Settings =>
  readSettings(env, { readFile: files, isTerminal: false });

function problemsOf(env: Env, files?: (path: string) => string): readonly string[] {
  try {
    read(env, files);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

/**
 * Beside the documented ones: how much memory what is kept of outside services may take, how they reach the operator, and which
 * push services of browsers there are.
 */
const OWN = ['NEW_SECRET_KEY', 'PROVIDER_CACHE_MIB', 'PROVIDER_CONTACT', 'WEB_PUSH_HOSTS'];

describe('doc3 §10: the settings', () => {
  it('knows exactly the documented names and its own, each under its own in camelCase', () => {
    const camelCase = (name: string): string =>
      name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const known = Object.entries<Variable<unknown>>(VARIABLES);
    expect(known.map(([, variable]) => variable.name).sort()).toEqual([...DOCUMENTED, ...OWN].sort());
    for (const [key, variable] of known) expect(key).toBe(camelCase(variable.name));
  });

  it('gives every default when nothing is set', () => {
    expect(read()).toEqual({
      port: 7676,
      host: '0.0.0.0',
      basePath: '',
      dataDir: './data',
      serverName: 'Usher',
      trustedProxies: [],
      logLevel: 'info',
      logFormat: 'json',
      mediaRoots: [],
      setboxHelper: 'usher-setbox-helper',
      mcpAllowedOrigins: [],
      webauthnExtraOrigins: [],
      appleAppIds: [],
      androidCertSha256Fingerprints: [],
      providerCacheMib: 48,
      metadataUrl: 'https://api.themoviedb.org/3',
      listprovUrl: 'https://api.trakt.tv',
      musicMetadataUrl: 'https://musicbrainz.org/ws/2',
      musicChartUrl: 'https://api.listenbrainz.org/1',
      coverArtUrl: 'https://coverartarchive.org',
      bookcatalogUrl: 'https://api.hardcover.app/v1/graphql',
      hubUrl: 'https://plex.tv',
      hubClientsUrl: 'https://clients.plex.tv',
      hubWebUrl: 'https://app.plex.tv',
      // Issue 43 C19
      chatHosts: [
        'discord.com',
        'discordapp.com',
        'canary.discord.com',
        'canary.discordapp.com',
        'ptb.discord.com',
        'ptb.discordapp.com',
      ],
      webPushHosts: [
        'fcm.googleapis.com',
        'updates.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
      aiOpenaiUrl: 'https://api.openai.com/v1',
      aiAnthropicUrl: 'https://api.anthropic.com/v1',
      aiGeminiUrl: 'https://generativelanguage.googleapis.com/v1beta',
      aiXaiUrl: 'https://api.x.ai/v1',
      alphaAuthUrl: 'https://auth.openai.com',
      betaAuthUrl: 'https://auth.x.ai',
    });
  });

  it('has defaults that its own schemas take', () => {
    for (const { schema, fallback } of Object.values<Variable<unknown>>(VARIABLES)) {
      const value = fallback({ isTerminal: true });
      const text = [value].flat().join(',');
      if (text !== '') expect(schema.parse(text)).toEqual(value);
    }
  });

  it('reads what is set, blanks around it aside', () => {
    const settings = read({
      PORT: ' 8080 ',
      BASE_PATH: '/usher/',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'WARN',
      MEDIA_ROOTS: '/media/films,/media/series',
      ANDROID_CERT_SHA256_FINGERPRINTS: Array.from({ length: 32 }, () => 'ab').join(':'),
      APPLE_APP_IDS: 'ABCDE12345.test.usher.app',
      ANDROID_PACKAGE_NAME: 'test.usher.app',
      ARR_CALLBACK_URL: 'http://10.0.0.7:7676',
      OAUTH_ISSUER: 'https://usher.test',
    });
    expect(settings).toMatchObject({
      port: 8080,
      basePath: '/usher',
      trustedProxies: ['10.0.0.0/8', '::1/128'],
      logLevel: 'warn',
      mediaRoots: ['/media/films', '/media/series'],
      androidCertSha256Fingerprints: [Array.from({ length: 32 }, () => 'AB').join(':')],
      appleAppIds: ['ABCDE12345.test.usher.app'],
      androidPackageName: 'test.usher.app',
      arrCallbackUrl: 'http://10.0.0.7:7676',
      oauthIssuer: 'https://usher.test',
    });
  });

  it.each(['', '  '])('takes a variable that is %j for not set', (text) => {
    const env = Object.fromEntries(DOCUMENTED.map((name) => [name, text]));
    expect(read(env)).toEqual(read());
  });

  it('ignores names that are not its own', () => {
    expect(read({ PORTS: 'x', USHER_PORT: 'x', PORT_FILE: '/x', PATH: '/bin' })).toEqual(read());
  });

  it.each([
    [true, undefined, 'pretty'],
    [false, undefined, 'json'],
    [true, 'json', 'json'],
    [false, 'pretty', 'pretty'],
  ] as const)('with a terminal %j and LOG_FORMAT %j logs in %s', (isTerminal, given, format) => {
    const { logFormat } = readSettings({ LOG_FORMAT: given }, { readFile: noFiles, isTerminal });
    expect(logFormat).toBe(format);
  });

  it('can not be changed after the start', () => {
    expect(Object.isFrozen(read())).toBe(true);
  });
});

describe('doc3 §10: secrets', () => {
  const secrets = {
    SECRET_KEY: KEY_TEXT,
    SETUP_CODE: 'planted-code',
    METADATA_TOKEN: 'token-1',
    LISTPROV_CLIENT_ID: 'id-1',
  };
  const more = { PUSH_API_KEY: 'key-1', METRICS_TOKEN: 'planted-token' };
  const all = Object.entries({ ...secrets, ...more });

  it('hides every one of them', () => {
    const shown = inspect(read(Object.fromEntries(all)), { depth: 5 }) + JSON.stringify(read(Object.fromEntries(all)));
    for (const [, text] of all) expect(shown).not.toContain(text);
  });

  it.each(all)('takes %s from the file that its _FILE names', (name, text) => {
    const settings = read({ [`${name}_FILE`]: `/run/${name}` }, (path) => (path === `/run/${name}` ? `${text}\n` : ''));
    const found = Object.values<unknown>(settings).filter((value) => value instanceof Secret);
    expect(found.map((secret) => secret.reveal())).toEqual([text]);
  });

  it('SETUP_CODE=off, in any case, is no code', () => {
    expect(read({ SETUP_CODE: 'off' }).setupCode).toBe('off');
    expect(read({ SETUP_CODE_FILE: '/run/code' }, () => 'OFF\n').setupCode).toBe('off');
  });

  it.each<[string, Env, (() => string) | undefined, string]>([
    [
      'both forms are set',
      { METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: '/x' },
      undefined,
      'METRICS_TOKEN: METRICS_TOKEN_FILE is set as well; set one of them',
    ],
    [
      'the file is missing',
      { METRICS_TOKEN_FILE: '/planted-canary' },
      undefined,
      "METRICS_TOKEN_FILE: the file can't be read (ENOENT)",
    ],
    [
      'the reader fails without a code',
      { METRICS_TOKEN_FILE: '/x' },
      () => {
        throw new Error('planted-canary');
      },
      "METRICS_TOKEN_FILE: the file can't be read",
    ],
    ['the file is empty', { METRICS_TOKEN_FILE: '/x' }, () => ' \n', 'METRICS_TOKEN_FILE: the file is empty'],
    [
      'the file holds something else',
      { SECRET_KEY_FILE: '/x' },
      () => 'planted-canary',
      'SECRET_KEY_FILE: must be base64 of exactly 32 bytes',
    ],
  ])('says so when %s', (_, env, files, problem) => {
    expect(problemsOf(env, files)).toEqual([problem]);
  });

  it('DATABASE_URL is the address of a PostgreSQL database, a secret for its password', () => {
    const url = 'postgres://user:planted-canary@db.example:5433/usher?sslmode=verify-full';
    expect(read({ DATABASE_URL: url }).databaseUrl?.reveal()).toBe(url);
    expect(read({}).databaseUrl).toBeUndefined();
    for (const wrong of ['mysql://db/usher', 'postgres://', 'postgres://db', 'postgres://db/', 'db/usher', 'postgres'])
      expect(problemsOf({ DATABASE_URL: wrong })).toEqual([
        'DATABASE_URL: must be a postgres:// address with the name of a database',
      ]);
  });
});

describe('doc3 §10: a wrong value stops the start', () => {
  it('names every wrong variable with its reason in one message', () => {
    const env = {
      PORT: 'planted-canary',
      OAUTH_ISSUER: 'http://planted-canary',
      TRUSTED_PROXIES: '::1,planted-canary',
    };
    expect(() => read(env)).toThrow(
      [
        "the configuration can't be used:",
        '  PORT: must be a whole number from 0 to 65535',
        '  TRUSTED_PROXIES: entry 2 must be an address range such as 10.0.0.0/8; /0 is refused, for it would believe everybody',
        '  OAUTH_ISSUER: must be an https origin without a path',
      ].join('\n'),
    );
  });

  it.each([
    ['HOST', 'a b'],
    ['PORT', '70000'],
    ['BASE_PATH', 'usher'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['SECRET_KEY', 'c2hvcnQ='],
    ['SETUP_CODE', 'two words'],
    ['SETUP_CODE', '7-chars'],
    ['METRICS_TOKEN', '7-chars'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['SERVER_NAME', 'x'.repeat(65)],
    ['ARR_CALLBACK_URL', 'https://usher.test/path'],
    ['MCP_ALLOWED_ORIGINS', '*'],
    ['WEBAUTHN_EXTRA_ORIGINS', 'usher.test'],
    ['APPLE_APP_IDS', 'test.usher'],
    ['ANDROID_PACKAGE_NAME', 'usher'],
    ['ANDROID_CERT_SHA256_FINGERPRINTS', 'ab:cd'],
    ['MEDIA_ROOTS', 'media'],
    ['METADATA_URL', 'api.test'],
    ['METADATA_TOKEN', 'two words'],
    ['CHAT_HOSTS', 'https://discord.com'],
    ['WEB_PUSH_HOSTS', '*.com'],
    ['BOOKCATALOG_CLIENT_ID', 'two words'],
    ['AI_OPENAI_URL', 'ftp://api.test'],
  ])('refuses %s=%s', (name, text) => {
    expect(problemsOf({ [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name}: (entry 1 )?must be `))]);
  });

  it('never shows a value, whatever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DOCUMENTED), fc.string({ minLength: 1 }), (name, noise) => {
        const problems = problemsOf({ [name]: `planted canary ${noise}`, [`${name}_FILE`]: undefined });
        expect(problems.join()).not.toContain('planted canary');
      }),
    );
  });
});
