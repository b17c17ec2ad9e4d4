import { describe, expect, it } from 'vitest';
import { isMarred, legibleXml, shownText } from './legible-text.js';

describe('issue 43 C14: text that is only shown', () => {
  it.each([
    ['a\u0000b\u0008\u001fc', 'abc'],
    ['a\ud800b\udc00', 'ab'],
    ['a\ufffe\uffffb', 'ab'],
    ['a\tb\nc\rd', 'a\tb\nc\rd'],
    ['Zoë 🎬 \ufffd', 'Zoë 🎬 \ufffd'],
  ])('%j is shown as %j', (text, shown) => expect(shownText(text)).toBe(shown));

  it('is XML with U+FFFD for what XML has no place for', () => {
    expect(legibleXml('<a b="\u0001&#1;&#x0;&#xFFFE;&#x110000;&#65;&amp;"/>')).toBe(
      `<a b="${'\ufffd'.repeat(5)}&#65;&amp;"/>`,
    );
  });

  it('is no id where a part of it was no text', () => {
    expect([isMarred('a\ufffd'), isMarred('a')]).toEqual([true, false]);
  });
});
