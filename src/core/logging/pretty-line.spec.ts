import { describe, expect, it } from 'vitest';
import { prettyLine } from './pretty-line.js';

const line = { time: '2026-01-01T00:00:00.000Z', level: 'info', message: 'listening' };

describe('prettyLine', () => {
  it('shows time, level, message and the fields as key=value', () => {
    expect(prettyLine({ ...line, port: 7676, host: '0.0.0.0' })).toBe(
      '2026-01-01T00:00:00.000Z INFO  listening port=7676 host=0.0.0.0\n',
    );
  });

  it.each<[string, unknown, string]>([
    ['a text with blanks in quotes', 'a b', '"a b"'],
    ['a text with quotes escaped', 'say "hi"', '"say \\"hi\\""'],
    ['an empty text in quotes', '', '""'],
    ['a text with = in quotes', 'a=b', '"a=b"'],
    ['null and booleans plainly', [null, true], '[null,true]'],
    ['an object as JSON', { id: 7 }, '{"id":7}'],
  ])('shows %s', (_, value, shown) => {
    expect(prettyLine({ ...line, value })).toBe(`2026-01-01T00:00:00.000Z INFO  listening value=${shown}\n`);
  });

  it('puts the stack of an error below its line, indented', () => {
    const error = { name: 'Error', message: 'broken', stack: 'Error: broken\n    at work (file.js:1:1)' };
    expect(prettyLine({ ...line, level: 'error', error })).toBe(
      [
        '2026-01-01T00:00:00.000Z ERROR listening error={"name":"Error","message":"broken"}',
        '    Error: broken',
        '    at work (file.js:1:1)',
        '',
      ].join('\n'),
    );
  });

  it.each(['\n2026 INFO  forged', '\u001b[2J', '\r', '\u2028', '\u202e'])(
    'shows control characters instead of obeying them: %j',
    (text) => {
      const shown = prettyLine({ ...line, message: `a${text}`, [`key${text}`]: text, nested: { deep: text } });
      expect(shown.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    },
  );
});
