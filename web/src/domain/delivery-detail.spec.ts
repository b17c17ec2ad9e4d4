import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { deActivity, PLACES } from '../texts/de-activity.js';
import { enActivity } from '../texts/en-activity.js';
import { deliveryDetail } from './delivery-detail.js';

const SOURCES = fileURLToPath(new URL('../../../src/modules/requests/', import.meta.url));

/** What stands for what the server puts into a sentence. */
const PUT_IN: Readonly<Record<string, string>> = {
  what: 'root folder',
  format: 'ebook',
  names: 'A, B',
  named: 'no season 2, 3',
  next: 'its pilot comes next',
};

/** Sentences of the sources that no delivery is stored with. */
const NOT_STORED = new Set(['Film 7', 'You may no longer use this library.']);

/** The texts in a file that begin like a sentence. */
function sentencesOf(path: string): readonly string[] {
  const texts: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(
        ({ expression, literal }) => `${PUT_IN[expression.getText()] ?? '7'}${literal.text}`,
      );
      texts.push(node.head.text + parts.join(''));
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return texts;
}

const TEXTS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  // What is answered for members, and the steps of a request, which de-server.spec tries.
  .filter((file) => /(?<!spec|job)\.ts$/.test(file) && !/^(?:http|timeline)\b/.test(file))
  .flatMap((file) => sentencesOf(join(SOURCES, file)));

const STORED = [...new Set(TEXTS)].filter((text) => /^[A-Z][a-z]* [a-z\d"]/.test(text) && !NOT_STORED.has(text));

/** What a manager may have none or several of, as the server names it. */
const NAMED_PLACES = new Set(TEXTS.filter((text) => /^[a-z]+ (?:profile|folder)$/.test(text)));

const said = (message: string): readonly (string | undefined)[] =>
  [enActivity, deActivity].map(({ details }) => {
    const detail = deliveryDetail(message);
    return detail ? details[detail.name](...detail.found) : undefined;
  });

describe('issue 43 D23: what a stored delivery says of itself is said in words for people', () => {
  it('finds the sentences that deliveries are stored with, and the places in them', () => {
    expect([STORED.length > 35, NAMED_PLACES.size]).toEqual([true, 3]);
  });

  it.each(STORED)('has words for it, or knows that its code says all: %s', (sentence) => {
    expect(deliveryDetail(sentence)).toBeDefined();
  });

  it.each([...NAMED_PLACES])('has words for the %s of a library', (place) => {
    expect(Object.keys(PLACES)).toContain(place);
  });

  it.each([
    [
      'The library manager has no root folder. Add one in its settings, then retry.',
      'The library has no root folder. Add one in its settings, then try again.',
      'In der Bibliothek fehlt ein Stammordner. Füge dort einen hinzu und versuch es dann noch einmal.',
    ],
    [
      'The book manager has more than one quality profile for audiobooks: Spoken, Other. Keep one for them, then retry.',
      'The library has more than one quality profile for audiobooks: Spoken, Other. Keep one of them there, then try again.',
      'Die Bibliothek hat für Hörbücher mehr als ein Qualitätsprofil: Spoken, Other. Behalte dort eins davon und versuch es dann noch einmal.',
    ],
    [
      'The library manager knows no season 2, 3 of this series.',
      'Not in the library: season 2, 3.',
      'Nicht in der Bibliothek: Staffel 2, 3.',
    ],
    [
      'The library manager refused it: This movie is excluded',
      'The library’s answer: This movie is excluded',
      'Antwort der Bibliothek: This movie is excluded',
    ],
    ['The library manager knows no such series.', undefined, undefined],
    ['Something new.', undefined, undefined],
    ['constructor', undefined, undefined],
    ['', undefined, undefined],
  ])('%s', (message, english, german) => {
    expect(said(message)).toEqual([english, german]);
  });
});
