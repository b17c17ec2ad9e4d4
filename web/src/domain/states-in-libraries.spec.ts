import { describe, expect, it } from 'vitest';
import { statesInLibraries } from './states-in-libraries.js';

describe('design web-app §4: availability per library that the reader may use', () => {
  const LIBRARIES = [
    { id: 'b', name: 'Films upstairs' },
    { id: 'a', name: 'Films' },
  ];
  const known = { status: 'available', status_known: true } as const;

  it('names each in the reader’s order, with its own state, and nobody else’s', () => {
    const unread = { status: 'requested', status_known: false } as const;
    expect(statesInLibraries(LIBRARIES, { a: known, b: unread, c: known })).toEqual([
      { id: 'b', name: 'Films upstairs', state: 'unknown' },
      { id: 'a', name: 'Films', state: 'available' },
    ]);
  });

  it('says nothing where only one of them does', () => {
    expect(statesInLibraries(LIBRARIES, { a: known, c: known })).toEqual([]);
    expect(statesInLibraries([{ id: 'toString', name: 'x' }, ...LIBRARIES], { a: known })).toEqual([]);
  });
});
