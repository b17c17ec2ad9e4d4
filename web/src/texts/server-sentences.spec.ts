import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const APP = fileURLToPath(new URL('../', import.meta.url));

/** A text of an answer, by the names that such texts have in answers; not one of the texts of a page, which are called. */
const TEXT_OF_ANSWER =
  /[\w)\]?]\??\.(?:(?:message|detail|last_error|purpose)\b(?!\s*[(=])|(?:fault|step)\.text\b)|\breason\.text\b|\b(?:candidate|fault|refusal)\.reason\b|\bjob\.title\b/;

/** What makes words for people of it, or looks for what it knows. */
const READER =
  /\b(?:serverWords|serverReason|notificationWords|refusalWords|deliveryDetail|triedSignIn|checkedProvider|webhookReason|joinRefusal|startsWith|exec)\(/;

/** Lines that show nothing of it: they ask whether it is there, hand it on to what reads it, or speak of something else. */
const SHOW_NOTHING = new Set([
  "design/FailureNote.svelte: {#if kind === 'refused' && known?.message}",
  "domain/chat-fault.ts: failure instanceof ApiFailure && failure.status === 502 && failure.message !== '' ? failure.message : undefined;",
  'domain/proxy-fault.ts: const said = failure.message;',
  'pages/account/OidcReturnPage.svelte: tested({ message: answer.message });',
  'pages/admin/activity/MatchDialog.svelte: {:else if now.match.message}',
  'pages/admin/person/MediaAccount.svelte: {#if account.last_error !== null}',
]);

const LINES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!spec|\.d)\.(?:ts|svelte)$/.test(file) && !file.startsWith('texts'))
  .flatMap((file) =>
    readFileSync(join(APP, file), 'utf8')
      .split('\n')
      .filter((line) => TEXT_OF_ANSWER.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('issue 43 D23: raw English of the server is on no page', () => {
  it('finds the places that take a text of an answer', () => {
    expect(LINES.length).toBeGreaterThan(20);
  });

  it('each makes words for people of it', () => {
    expect(LINES.filter((line) => !READER.test(line) && !SHOW_NOTHING.has(line))).toEqual([]);
  });

  it('and no line in the list of exceptions is left over', () => {
    expect([...SHOW_NOTHING].filter((line) => !LINES.includes(line))).toEqual([]);
  });
});
