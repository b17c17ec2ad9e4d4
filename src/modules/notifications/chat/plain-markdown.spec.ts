import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { plainMarkdown } from './plain-markdown.js';

const size = (text: string): number => [...text].length;

describe('somebody’s text in a post', () => {
  it.each([
    ['Harbor Lights', 'Harbor Lights'],
    ['  Ünïcödé 🎬  ', 'Ünïcödé 🎬'],
    ['**bold** _it_ `code` ~~s~~ ||spoiler||', String.raw`\*\*bold\*\* \_it\_ \`code\` \~\~s\~\~ \|\|spoiler\|\|`],
    ['[here](https://evil.example)', String.raw`\[here\]\(https\:\/\/evil\.example\)`],
    ['@everyone @here', '@\u200beveryone @\u200bhere'],
    ['<@9> <@&9>', '\\<@\u200b9\\> \\<@\u200b\\&9\\>'],
    ['<#9> <:a:9> <t:0>', String.raw`\<\#9\> \<\:a\:9\> \<t\:0\>`],
    ['# title\n> quote\r\n- list\u2028-# small', String.raw`\# title \> quote \- list \-\# small`],
    ['\\@everyone', '\\\\@\u200beveryone'],
    ['a\u202eb\u200bc\ufeffd\0e', 'abcd e'],
    ['می\u200cخواهم 👨\u200d👩\u200d👧', 'می\u200cخواهم 👨\u200d👩\u200d👧'],
    ['a\u061cb\u00adc', 'abc'],
    ['\u3164 \u115f\u1160\uffa0\u180e', ''],
    ['half \ud83d', 'half \ufffd'],
    [' \n ', ''],
  ])('security 22: %j is written as %j', (text, plain) => {
    expect(plainMarkdown(text, 1_000)).toBe(plain);
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['🎬🎬🎬🎬', 3, '🎬🎬…'],
    ['a*b', 4, String.raw`a\*b`],
    ['a**', 4, String.raw`a\*…`],
    ['ab*', 3, 'ab…'],
    ['a b', 2, 'a…'],
    ['@@', 1, '…'],
  ])('issue 24: %j with room for %i is cut by code points, never inside of an escape: %j', (text, most, cut) => {
    expect(plainMarkdown(text, most)).toBe(cut);
  });

  it('never has more than there is room for, nor half a character, nor a bare mark', () => {
    const nasty = fc.string({ unit: fc.constantFrom('@', '<', '*', '\\', '\n', 'a', '🎬', '\ud83d', '\u202e', '`') });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string()), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const plain = plainMarkdown(text, most);
        expect(size(plain)).toBeLessThanOrEqual(most);
        expect(plain).not.toMatch(/\p{Surrogate}|\p{Cc}|@(?!\u200b)/u);
        expect(plain.replace(/\\[!-/:-@[-`{-~]/g, '').replaceAll('@\u200b', '')).not.toMatch(/[!-/:-@[-`{-~]/);
      }),
    );
  });

  it('security 31: a huge text costs no more than looking at it once', () => {
    expect(plainMarkdown('*'.repeat(1_000_000), 10)).toBe(`${String.raw`\*`.repeat(4)}…`);
  });
});
