import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { germanReason, knownReason } from './de-reasons.js';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Whose reasons get to the screen: those of webhooks, folders, the proxy, providers of single sign-on, and the last error of an account on a media server. */
const GIVE_REASONS = [
  'clients/audiobookshelf',
  'clients/emby',
  'clients/http',
  'clients/jellyfin',
  'clients/mediabrowser',
  'clients/oidc',
  'clients/outbound-proxy',
  'clients/plex',
  'clients/servarr',
  'modules/instances/media-paths',
  'modules/instances/webhook',
  'modules/media-accounts/access',
  'modules/media-accounts/servers',
  'modules/settings/outbound',
];

/** Texts with blanks in these sources that nobody is given as a reason. A new one is translated, or gets a line here. */
const NO_REASONS = new Set([
  // Headers, names of calls, titles of jobs (which de-server.spec tries), sentences whose parts are translated.
  ...['the provider is asked outside of a call', 'Bearer 7', 'Basic 7', '7 7', 'upstream call', 'media server'],
  'Update media server accounts',
  'Brings the accounts on media servers in line with what each person may use.',
  ...['mapping 7 arr_path 7', 'mapping 7 service_path 7', 'mapping 7 arr_path repeats that of mapping 7'],
  'an unnamed place',
  // For the log.
  'rows of a list were left out',
  'no media file is served: DATA_DIR has too many files, or folders that can not be read',
  // Of a whole list, which the page can't send.
  'at most 7 are taken',
  // What is wrong with a text, for the schema that reads it: an answer is "unexpected data", and no reason says more.
  ...[
    'not a list, or too many rows',
    'unexpected data',
    'not an array',
    'something after the array',
    'not the elements of an array',
    'an array without an end',
  ],
  ...['no row of it can be read', 'no element', 'a document type', 'too many elements', 'too many attributes'],
  ...['it lacks what it is nothing without', 'not a moment', 'it has no id', 'a server of it can not be read'],
  ...['it is not the whole list', 'no such list of ratings can be written'],
  ...['the body failed', 'further byte'],
  // Queues of downloads, which have words of their own on the screen.
  ...['queue is longer than we take', 'queue kept changing while it was read'],
  // For the log, for the start of the server, and for those who call us.
  'could not sign out of a media server',
  'a session that a password check has opened was not ended',
  'an account on a media server is not as it should be',
  'what should be of an account on a media server can not be read',
  'work on the accounts of a media server failed',
  'the link was changed while it was worked on',
  'a webhook of an instance that is gone stays in its manager, since it calls this server by another name',
  'the webhook of an instance that is gone stays in its manager',
  'a share at the hub is not as it was confirmed',
  'a webhook of an instance that is gone may stay in its manager, since not all of its connections can be read',
  'providers do not learn how to reach you and may refuse calls: set PROVIDER_CONTACT or the external address',
  'must not be or lie in DATA_DIR or its backups, 7',
  'must not contain DATA_DIR or its backups, 7',
  'which hold the key and the database: name folders with nothing but media, or give the server a data folder elsewhere ',
  ...['MEDIA_ROOTS: entry 7 7', 'must not be the root of the file system', 'invalid token'],
]);

/** What stands in these sources, with 7 in the place of what is put in. */
function textsOf(path: string): readonly string[] {
  const texts: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join(''));
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return texts;
}

const TEXTS: ReadonlySet<string> = new Set(
  GIVE_REASONS.flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!spec)\.ts$/.test(file))
      .flatMap((file) => textsOf(join(SOURCES, folder, file))),
  ),
);

const REASONS = [...TEXTS].filter((text) => /^[A-Za-z7][^/]* [a-z"7]/.test(text) && !NO_REASONS.has(text));

/** What the installation of a webhook refuses. */
const REFUSALS = ((): readonly string[] => {
  const source = readFileSync(join(SOURCES, 'modules/instances/instances.errors.ts'), 'utf8');
  const [, part = ''] = /class WebhookUnsupported([^]*?)class AssignmentsUnavailable/.exec(source) ?? [];
  return [...part.matchAll(/super\('\w+', \d+, '([^']+)'/g)].map(([, text = '']) => text);
})();

describe('issue 22, German complete: reasons that the server gives', () => {
  it('finds the reasons', () => {
    expect(REASONS.length).toBeGreaterThan(80);
    expect(REFUSALS.length).toBe(3);
  });

  it.each([...REASONS, ...REFUSALS])('has German for: %s', (reason) => {
    expect(knownReason(reason.replace('unexpected data7', 'unexpected data at 7'))).toBeDefined();
  });

  it('and no line in the list of exceptions is left over', () => {
    expect([...NO_REASONS].filter((text) => !TEXTS.has(text))).toEqual([]);
  });

  it.each([
    ['Connection refused', 'Verbindung abgelehnt'],
    [
      'could not reach server: proxy: connection reset',
      'der Server ist nicht erreichbar: der Proxy: Verbindung abgebrochen',
    ],
    [
      'it could not be changed: server returned status 500',
      'es ließ sich nicht ändern: der Server hat mit Status 500 geantwortet',
    ],
    ['server answered with unexpected data at 0.Id', 'der Server hat bei 0.Id etwas Unerwartetes geantwortet'],
    [
      'server redirected with status 302 to an unnamed place',
      'der Server leitet weiter (Status 302), ohne zu sagen, wohin',
    ],
    ['Username must not contain a colon.', 'Der Benutzername darf keinen Doppelpunkt enthalten.'],
    ['must be at most 4096 characters', 'er darf höchstens 4096 Zeichen haben'],
  ])('says for %j: %s', (reason, german) => {
    expect(germanReason(reason)).toBe(german);
  });

  it.each([
    ['Unable to send test message', 'gemeldet wurde: „Unable to send test message“'],
    ['it could not be changed: <b>No</b>', 'es ließ sich nicht ändern: gemeldet wurde: „<b>No</b>“'],
    ['constructor', 'gemeldet wurde: „constructor“'],
  ])('another program’s words stay as they are, and are marked: %s', (reason, german) => {
    expect(germanReason(reason)).toBe(german);
  });
});
