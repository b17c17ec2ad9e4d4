import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { channelFailureWords } from '../../../src/modules/notifications/channels/channel.errors.js';
import { failureSentence } from '../../../src/modules/notifications/chat/failure-words.js';
import { fromNotifications } from './de-notification-words.js';
import { germanReason } from './de-reasons.js';

const SOURCES = fileURLToPath(new URL('../../../src/modules/notifications/', import.meta.url));

/** Sentences that get into no answer about posts: what posts and jobs say, and what is shown of push messages elsewhere. */
const NOT_SHOWN = new Set([
  'This is a test of the notifications from Usher.',
  'The key of this server, or the outbound proxy, can not be read.',
  'Sends chat posts and push messages, and tries again those that certainly did not arrive.',
  'Removes the record of notifications that were sent or ended more than 30 days ago.',
  'Looks in the libraries for what people have requested, so that they can be told when it is there.',
]);

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(SOURCES, folder))
    .filter((file) => /(?<!spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, folder, file), 'utf8'));

/** Every whole sentence in the sources that write `detail` and `error`. */
const SENTENCES = [
  ...['channels', 'chat', 'outbox', 'observation', 'subjects'].flatMap(filesOf),
  readFileSync(join(SOURCES, 'web-push/web-push-answers.ts'), 'utf8'),
].flatMap((text) => [...text.matchAll(/'([A-Z][^'\n]*\.)'/g)].map(([, said = '']) => said));

/** The texts of an object in the sources whose members have one each. */
const textsOf = (file: string, object: RegExp): readonly string[] =>
  object.exec(readFileSync(join(SOURCES, file), 'utf8'))?.[0].match(/(?<=: ')[^'\n]+(?=',)/g) ?? [];

/** What Discord and other channels have against a message, and what the gateway has said of a test: parts of sentences. */
const PARTS = [
  ...textsOf('chat/failure-words.ts', /[^]+/),
  ...textsOf('channels/channel.errors.ts', /const REFUSALS[^]+?};/),
  ...(readFileSync(join(SOURCES, 'push/push.errors.ts'), 'utf8').match(/(?<=')the push gateway [^'\n]+(?=')/g) ?? []),
].map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`);

const german = (sentence: string): string => fromNotifications(sentence, germanReason);

/** What became of a message to a channel, as its list says it. */
const channelSentence = (answer: Parameters<typeof channelFailureWords>[0]): string => {
  const words = channelFailureWords(answer);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

describe('issue 24, German complete: what the server says of notifications', () => {
  it('finds the sentences', () => {
    expect(SENTENCES.length).toBeGreaterThan(14);
    expect(PARTS.length).toBe(20);
  });

  it.each([...new Set([...SENTENCES, ...PARTS])].filter((sentence) => !NOT_SHOWN.has(sentence)))(
    'says in German: %s',
    (sentence) => {
      expect(german(sentence)).not.toBe(sentence);
    },
  );

  it('and no line in the list of exceptions is left over', () => {
    expect([...NOT_SHOWN].filter((sentence) => !SENTENCES.includes(sentence))).toEqual([]);
  });

  it.each([
    [
      failureSentence({ kind: 'limited', retryAfterMs: 1_337 }),
      'Discord nimmt 2 Sekunden lang keine Beiträge mehr an.',
    ],
    [
      failureSentence({ kind: 'not_sent', reason: 'proxy: connection refused' }),
      'Discord war nicht erreichbar: der Proxy: Verbindung abgelehnt.',
    ],
    [
      failureSentence({ kind: 'unconfirmed', reason: 'server did not answer in time' }),
      'Ob der Beitrag angekommen ist, weiß niemand: der Server hat nicht rechtzeitig geantwortet.',
    ],
    [
      failureSentence({ kind: 'unconfirmed', reason: 'server answered 204 without the id of a message' }),
      'Ob der Beitrag angekommen ist, weiß niemand: In der Antwort fehlt seine ID.',
    ],
    [
      failureSentence({ kind: 'refused', refusal: 'post_refused', status: 418 }),
      'Discord hat den Beitrag mit Status 418 abgelehnt.',
    ],
    [
      channelSentence({ kind: 'limited', retryAfterMs: 3_600_000 }),
      'Der Kanal nimmt 3600 Sekunden lang keine Nachrichten mehr an.',
    ],
    [
      channelSentence({ kind: 'not_sent', reason: 'could not reach server: connection refused' }),
      'Der Kanal war nicht erreichbar: Verbindung abgelehnt.',
    ],
    [
      channelSentence({ kind: 'unconfirmed', reason: 'connection reset' }),
      'Ob die Nachricht angekommen ist, weiß niemand: Verbindung abgebrochen.',
    ],
    [
      channelSentence({ kind: 'unconfirmed', reason: 'server answered 200 without the id of a message' }),
      'Ob die Nachricht angekommen ist, weiß niemand: In der Antwort fehlt ihre ID.',
    ],
    [
      channelSentence({ kind: 'refused', refusal: 'other', status: 418 }),
      'Der Kanal hat die Nachricht mit Status 418 abgelehnt.',
    ],
    ['The library Mr. Films can not be read.', 'Die Bibliothek Mr. Films lässt sich nicht lesen.'],
    [
      'The library Mr. Films has rows that can not be read.',
      'Die Bibliothek Mr. Films hat Zeilen, die sich nicht lesen lassen.',
    ],
    ['The match of the series Ran needs attention.', 'Die Zuordnung der Serie Ran muss geprüft werden.'],
    ['The matches of 2 further series need attention.', 'Die Zuordnungen von 2 weiteren Serien müssen geprüft werden.'],
    ['Something new.', 'Something new.'],
    ['constructor', 'constructor'],
  ])('says for %j: %s', (sentence, said) => {
    expect(german(sentence)).toBe(said);
  });
});
