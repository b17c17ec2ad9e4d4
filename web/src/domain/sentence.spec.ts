import { describe, expect, it } from 'vitest';
import { foreignWords, sayFrom, type Sentence } from '../../../src/core/errors/sentence.js';
import { sentenceIn, type SentenceLanguage } from './sentence.js';

const say = sayFrom({
  refused: 'connection refused',
  part_there: '{files} of {total} are there: {why}.',
  expected: 'Expected on {day}.',
  calendar_day: '{day}',
  not_translated: 'something new',
});

const GERMAN: SentenceLanguage = {
  texts: {
    refused: 'Verbindung abgelehnt',
    part_there: '{files} von {total} sind da: {why}.',
    expected: 'Erwartet am {day}.',
    calendar_day: '{day}',
    foreign: 'gemeldet wurde: „{text}“',
  },
  day: (iso) => new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso)),
};

const german = (sentence: Sentence): string => sentenceIn(GERMAN, sentence.text, sentence);

describe('what the server says, in a language', () => {
  it.each([
    [say('refused'), 'Verbindung abgelehnt'],
    [say('part_there', { files: 3, total: 10, why: say('refused') }), '3 von 10 sind da: Verbindung abgelehnt.'],
    [
      say('expected', { day: { ...say('calendar_day', { day: '2026-06-25' }), text: '25 June 2026' } }),
      'Erwartet am 25. Juni 2026.',
    ],
  ])('%j', (sentence, said) => {
    expect(german(sentence)).toBe(said);
  });

  it('another program’s words stay as they are, and are marked as its own', () => {
    const why = foreignWords('No {total}, $& and <b>more</b>');
    expect(german(say('part_there', { files: 3, total: 10, why }))).toBe(
      '3 von 10 sind da: gemeldet wurde: „No {total}, $& and <b>more</b>“.',
    );
  });

  it('names with braces in them are no parameters', () => {
    expect(german(say('part_there', { files: '{why}', total: '$1', why: say('refused') }))).toBe(
      '{why} von $1 sind da: Verbindung abgelehnt.',
    );
  });

  it('what nobody has translated is said in English, also inside of a sentence', () => {
    expect(german(say('not_translated'))).toBe('something new');
    expect(german(say('part_there', { files: 3, total: 10, why: say('not_translated') }))).toBe(
      '3 von 10 sind da: something new.',
    );
    expect(sentenceIn(GERMAN, 'of an object', { code: 'constructor' })).toBe('of an object');
    expect(sentenceIn(GERMAN, 'without a code', undefined)).toBe('without a code');
  });

  it('what lacks a parameter is said in English', () => {
    expect(sentenceIn(GERMAN, 'some are there', { code: 'part_there', params: { files: 3 } })).toBe('some are there');
  });
});
