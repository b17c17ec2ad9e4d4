import { describe, expect, it } from 'vitest';
import {
  absolutePath,
  contact,
  identifier,
  lineOfText,
  listOf,
  listOrNone,
  oneOf,
  path,
  reading,
  secretKey,
  secretText,
} from './values.js';

const KEY_TEXT = Buffer.alloc(32, 1).toString('base64');
const messages = (schema: { safeParse(text: string): { error?: { issues: { message: string }[] } } }, text: string) =>
  schema.safeParse(text).error?.issues.map((issue) => issue.message);

describe('reading', () => {
  const even = reading('must be even', (text) => (Number(text) % 2 === 0 ? Number(text) : undefined));

  it('gives what was read', () => {
    expect(even.parse('4')).toBe(4);
  });

  it('says what is expected and keeps the text out of the error', () => {
    const { error } = even.safeParse('12345');
    expect(error?.issues.map((issue) => issue.message)).toEqual(['must be even']);
    expect(JSON.stringify(error?.issues)).not.toContain('12345');
  });
});

describe('listOf', () => {
  const list = listOf(oneOf(['a', 'b']));

  it.each([
    ['a,b', ['a', 'b']],
    [' a , ,b, ', ['a', 'b']],
    [',', []],
  ])('reads %j', (text, entries) => {
    expect(list.parse(text)).toEqual(entries);
  });

  it('names every wrong entry by its place', () => {
    expect(messages(list, 'a,x,b,y')).toEqual(['entry 2 must be one of a, b', 'entry 4 must be one of a, b']);
  });
});

describe('listOrNone', () => {
  const list = listOrNone(oneOf(['a', 'b']));

  it.each([
    ['a, b', ['a', 'b']],
    ['none', []],
    [' None ', []],
  ])('reads %j', (text, entries) => {
    expect(list.parse(text)).toEqual(entries);
  });

  it('knows the word only where it stands alone', () => {
    expect(messages(list, 'a,none')).toEqual(['entry 2 must be one of a, b']);
  });
});

describe('single values', () => {
  it('oneOf takes a word in any case', () => {
    expect(oneOf(['json', 'pretty']).parse('JSON')).toBe('json');
    expect(messages(oneOf(['json', 'pretty']), 'xml')).toEqual(['must be one of json, pretty']);
  });

  it('lineOfText takes any script up to its length', () => {
    expect(lineOfText(5).parse('Küche')).toBe('Küche');
    expect(lineOfText(5).safeParse('Küchen').success).toBe(false);
    expect(lineOfText(5).safeParse('a\nb').success).toBe(false);
  });

  it.each(['a b', 'a\tb', 'ключ', 'a\u0000'])('secretText and identifier refuse %j', (text) => {
    expect(secretText.safeParse(text).success).toBe(false);
    expect(identifier.safeParse(text).success).toBe(false);
  });

  it('secretText gives a Secret, identifier a text', () => {
    expect(secretText.parse('abc').reveal()).toBe('abc');
    expect(identifier.parse('abc')).toBe('abc');
  });

  it('secretKey takes base64 of 32 bytes alone', () => {
    expect(secretKey.parse(KEY_TEXT).reveal()).toBe(KEY_TEXT);
    expect(messages(secretKey, KEY_TEXT.slice(4))).toEqual(['must be base64 of exactly 32 bytes']);
  });

  it('path refuses NUL', () => {
    expect(path.parse('./data')).toBe('./data');
    expect(path.safeParse('a\0b').success).toBe(false);
  });

  it.each([
    ['/media', '/media'],
    ['/media/', '/media'],
    ['/media//films/../series', '/media/series'],
    ['/', '/'],
  ])('absolutePath reads %j as %j', (text, value) => {
    expect(absolutePath.parse(text)).toBe(value);
  });

  it.each(['media', './media', '/media\0'])('absolutePath refuses %j', (text) => {
    expect(messages(absolutePath, text)).toEqual(['must be an absolute path']);
  });

  it.each(['https://ana:planted@home.example', 'https://ana@home.example/', 'https://:'])(
    'contact refuses %j, whose user or password every provider would receive',
    (text) => expect(contact.safeParse(text).success).toBe(false),
  );

  it.each(['ana@home.example', 'https://home.example/usher?x=1#y'])('contact takes %s', (text) => {
    expect(contact.parse(text)).toBe(text);
  });

  it.each(['ana', 'ana@home.example )', 'http://home.example', 'ana@home.example\nX: y', `a@${'b'.repeat(200)}`])(
    'contact refuses %j, which no header could hold in a comment',
    (text) => {
      expect(messages(contact, text)).toEqual(['must be a mail address or an https address without user and password']);
    },
  );
});
