import { describe, expect, it } from 'vitest';
import { foreignWords, readSentence, sayFrom, storedSentence } from './sentence.js';

const say = sayFrom({ refused: 'connection refused', part_there: '{files} of {total} are there: {why}.' });

describe('sentences of the server', () => {
  it('have English words, with their parameters filled in', () => {
    const said = say('part_there', { files: 3, total: 10, why: say('refused') });
    expect(said.text).toBe('3 of 10 are there: connection refused.');
    expect(said).toMatchObject({ code: 'part_there', params: { files: 3, total: 10, why: { code: 'refused' } } });
  });

  it('take words of other programs as they are, braces and dollar signs among them', () => {
    expect(say('part_there', { files: '$&', total: '{files}', why: foreignWords('{total}') }).text).toBe(
      '$& of {files} are there: {total}.',
    );
  });

  it('are kept and read again with all that is in them', () => {
    const said = say('part_there', { files: 3, total: 10, why: foreignWords('"no"') });
    expect(readSentence(storedSentence(said))).toEqual(said);
  });

  it.each([
    'The server was off.',
    '',
    '{',
    'null',
    '12',
    '{"code":1}',
    '{"code":"x","text":1}',
    '{"code":"X y","text":"y"}',
    '{"code":"x","text":"y","params":[1]}',
  ])('a row that holds anything else keeps its words: %s', (stored) => {
    expect(readSentence(stored)).toEqual({ code: 'foreign', params: { text: stored }, text: stored });
  });
});
