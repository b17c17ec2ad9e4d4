import { describe, expect, it } from 'vitest';
import { failureOf, noAnswer } from '../domain/failure.js';
import { de } from './de.js';
import { en } from './en.js';

describe('issue 22: each failure of a call has a sentence for people', () => {
  it.each([
    [400, 'That didn’t work.'],
    [403, 'Your account can’t do this. Ask the person who runs this server.'],
    [404, 'Not found.'],
    [429, 'That was a bit fast. Wait a moment and try again.'],
    [500, 'Something went wrong on the server.'],
    [502, 'A library or a provider doesn’t answer right now. We’ll keep trying.'],
    [503, 'The server is busy right now. Try again in a moment.'],
    [504, 'A library or a provider doesn’t answer right now. We’ll keep trying.'],
  ])('%i: %s', (status, sentence) => {
    expect(en.failure[failureOf(status, new Headers(), {}).kind]).toBe(sentence);
  });

  it('no answer: the device is offline, or the server doesn’t answer', () => {
    expect(en.failure[noAnswer().kind]).toBe('You’re offline, or the server doesn’t answer.');
  });

  it('has one of its own for each kind in German, too', () => {
    const words = Object.values(de.failure);
    expect(Object.keys(de.failure).sort()).toEqual(Object.keys(en.failure).sort());
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((text) => Object.values<string>(en.failure).includes(text))).toEqual([]);
  });
});
