import { describe, expect, it } from 'vitest';
import { PLAYERS } from './player-links.js';

describe('appletv facts, player deep links', () => {
  it('a film and a series have their page, and nothing plays', () => {
    const { app, link } = PLAYERS.infuse;
    expect(app).toBe('com.firecore.infuse');
    expect([link('movie', 990_101), link('tv', 42)]).toEqual(['infuse://movie/990101', 'infuse://series/42']);
  });
});
