import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fromServer } from './de-server.js';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));
const FOLDER = new URL('../../../src/modules/requests/timeline/', import.meta.url);

/**
 * Every sentence in the sources that say what a request has come to, or why a job has failed; those with something in them are
 * tried below.
 */
const SENTENCES = ['timeline.ts', 'stall.ts', '../../../core/jobs/job-report.ts'].flatMap((file) =>
  [...readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/'([A-Z][^'\n]*\.)'|"([A-Z][^"\n]*\.)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  ),
);

/** Titles and purposes of background jobs. */
const JOBS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:job|service)\.ts$/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .filter((text) => /\bpurpose(?::| =) /.test(text))
  .flatMap((text) =>
    [...text.matchAll(/^ +(?:readonly )?(?:title|purpose)(?::| =)\s+'([^'\n]+)'[,;]$/gm)].map(([, said = '']) => said),
  );

describe('issue 22, German complete: what the server says', () => {
  it('finds the sentences', () => {
    expect(SENTENCES.length).toBeGreaterThan(58);
    expect(JOBS.length).toBeGreaterThan(20);
  });

  it.each([...new Set([...SENTENCES, ...JOBS])])('says in German: %s', (sentence) => {
    expect(fromServer(sentence)).not.toBe(sentence);
  });

  it.each([
    ['Declined: Not for us.', 'Abgelehnt: Not for us.'],
    ['Declined: a\nb', 'Abgelehnt: a\nb'],
    ['Not released yet. Expected on 25 June 2026.', 'Noch nicht erschienen. Erwartet am 25. Juni 2026.'],
    ['Found 3 of 10 episodes. Looking for the rest.', '3 von 10 Folgen gefunden. Der Rest wird gesucht.'],
    ['1 of 2 formats imported.', '1 von 2 Formaten importiert.'],
    ['7 of 12 tracks are ready.', '7 von 12 Titeln sind bereit.'],
    ['something new', 'something new'],
    ['constructor', 'constructor'],
  ])('says for %j: %s', (sentence, german) => {
    expect(fromServer(sentence)).toBe(german);
  });
});
