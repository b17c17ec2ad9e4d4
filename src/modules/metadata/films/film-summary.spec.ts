import { describe, expect, it } from 'vitest';
import { summariseFilm } from './film-summary.js';

const FILM = { id: 7, title: 'Harbor Lights', release_date: '2024-05-10', poster_path: '/p.jpg' };

describe('summariseFilm', () => {
  it('names the film, its year and its poster', () => {
    expect(summariseFilm(FILM)).toEqual({ tmdbId: 7, title: 'Harbor Lights', year: 2024, posterPath: '/p.jpg' });
  });

  it.each(['', null, 'soon', '2024', '2024-5-1', '12024-05-10'])(
    'knows no year when the release date is %j',
    (release_date) => {
      expect(summariseFilm({ ...FILM, release_date }).year).toBeNull();
    },
  );

  it.each(['', null])('knows no poster when its path is %j', (poster_path) => {
    expect(summariseFilm({ ...FILM, poster_path }).posterPath).toBeNull();
  });
});
