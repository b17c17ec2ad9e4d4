import { describe, expect, it } from 'vitest';
import { deCatalogNames } from './de-catalog-names.js';

describe('issue 22, German complete: names of genres and languages', () => {
  it.each([
    [35, 'Comedy', 'Komödie'],
    [10765, 'Sci-Fi & Fantasy', 'Science-Fiction und Fantasy'],
    [424_242, 'Brand New', 'Brand New'],
  ])('a genre by its number, %s: what is unknown keeps its name', (id, name, german) => {
    expect(deCatalogNames.genre(id, name)).toBe(german);
  });

  it.each([
    ['fr', 'French', 'Französisch'],
    ['xx', 'No Language', 'Ohne Sprache'],
    ['cn', 'Cantonese', 'Kantonesisch'],
    ['sh', 'Serbo-Croatian', 'Serbokroatisch'],
    ['qz', 'Nobody’s', 'Nobody’s'],
    ['x', 'No code', 'No code'],
    ['', 'None', 'None'],
  ])('a language by its code, %j: what is unknown keeps its name', (code, name, german) => {
    expect(deCatalogNames.language(code, name)).toBe(german);
  });
});
