import { describe, expect, it } from 'vitest';
import { genreNames, sameGenre } from './genre-names.js';

describe('doc3 §5.3: the names by which libraries call a genre of the metadata provider', () => {
  it.each([
    [12, ['Adventure', 'Action & Adventure']],
    [14, ['Fantasy', 'Sci-Fi & Fantasy']],
    [16, ['Animation', 'Animated', 'Anime', 'Cartoon']],
    [18, ['Drama']],
    [27, ['Horror']],
    [28, ['Action', 'Action & Adventure', 'Martial Arts']],
    [35, ['Comedy', 'Stand-up']],
    [36, ['History', 'Historical']],
    [37, ['Western']],
    [53, ['Thriller', 'Suspense']],
    [80, ['Crime']],
    [99, ['Documentary', 'Docuseries']],
    [878, ['Science Fiction', 'Sci-Fi', 'SciFi', 'Sci-Fi & Fantasy']],
    [9648, ['Mystery']],
    [10402, ['Music', 'Musical']],
    [10749, ['Romance', 'Romantic']],
    [10751, ['Family']],
    [10752, ['War', 'War & Politics', 'Military']],
    [10759, ['Action & Adventure', 'Action', 'Adventure', 'Martial Arts']],
    [10762, ['Kids', 'Children', "Children's"]],
    [10763, ['News']],
    [10764, ['Reality', 'Reality TV']],
    [10765, ['Sci-Fi & Fantasy', 'Science Fiction', 'Sci-Fi', 'Fantasy']],
    [10766, ['Soap', 'Soap Opera']],
    [10767, ['Talk', 'Talk Show']],
    [10768, ['War & Politics', 'War', 'Politics', 'Political', 'Military']],
    [10770, ['TV Movie', 'TV Film']],
  ])('of %i are %j', (id, names) => {
    expect([...genreNames([id])].sort()).toEqual([...new Set(names.map(sameGenre))].sort());
  });

  it('of several genres are those of each, once', () => {
    expect(genreNames([27, 12, 28, 12])).toEqual(
      new Set(['horror', 'adventure', 'actionandadventure', 'action', 'martialarts']),
    );
  });

  it('of a number that no genre has are none', () => {
    expect(genreNames([1, 0, -27])).toEqual(new Set());
  });

  it.each([
    ['Sci-Fi & Fantasy', 'scifiandfantasy'],
    ['  sci fi AND fantasy ', 'scifiandfantasy'],
    ["Children's", 'childrens'],
    ['Komödie 2', 'komödie2'],
  ])('are the same however they are cased, spaced and punctuated: %j is %j', (name, same) => {
    expect(sameGenre(name)).toBe(same);
  });
});
