import { describe, expect, it } from 'vitest';
import { refusals as german } from '../texts/de-refusals.js';
import { refusals as english } from '../texts/en-refusals.js';
import { refusalIn } from './refusal-sentence.js';

describe('issue 43 D23: the server’s English is on no page', () => {
  it.each([
    ['username already taken', 'This name is taken already.', 'Dieser Benutzername ist schon vergeben.'],
    [
      'the series has no season 7, 8',
      'The series doesn’t have all of these seasons any more.',
      'Die Serie hat nicht mehr alle diese Staffeln.',
    ],
    [
      'the library knows no such series',
      'The library doesn’t know this series. An administrator can choose the right one.',
      'Die Bibliothek kennt diese Serie nicht. Ein Administrator kann die richtige auswählen.',
    ],
    [
      'the library has no counterpart for seasons 2, 3',
      'The library counts the seasons differently. An administrator can say which season is which.',
      'Die Bibliothek zählt die Staffeln anders. Ein Administrator kann sie zuordnen.',
    ],
    [
      'tmdb_access_token must consist of printable ASCII characters without blanks',
      'That’s no key: it has blanks, line breaks or letters that keys don’t have. Copy it once more.',
      'Das ist kein Schlüssel: Er enthält Leerzeichen, Umbrüche oder fremde Zeichen. Kopiere ihn noch einmal.',
    ],
  ])('%j is said in words for people', (sentence, inEnglish, inGerman) => {
    expect([refusalIn(english, sentence), refusalIn(german, sentence)]).toEqual([inEnglish, inGerman]);
  });

  it.each(['no Sonarr instance is configured', 'page must be a positive number', '', 'constructor', '__proto__'])(
    'there are no words for %j',
    (sentence) => {
      expect(refusalIn(english, sentence)).toBeUndefined();
    },
  );
});
