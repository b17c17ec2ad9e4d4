import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { DELIVERY_SENTENCES, sayDelivery } from '../../../src/modules/requests/saved/delivery-sentences.js';
import { DE_PLACES, deActivity } from '../texts/de-activity.js';
import { EN_PLACES, enActivity } from '../texts/en-activity.js';
import { deliveryDetail } from './delivery-detail.js';
import type { Sentence } from './sentence.js';

const CODES = Object.keys(DELIVERY_SENTENCES);

const said = (sentence: Sentence): readonly (string | undefined)[] =>
  [enActivity, deActivity].map(({ details }) => {
    const detail = deliveryDetail(sentence);
    return detail && details[detail.name](...detail.found.map((part) => (typeof part === 'string' ? part : part.text)));
  });

/** Their own code says all of it. */
const SAID_BY_CODE = [
  'delivery_tried_too_often',
  'delivery_library_removed',
  'delivery_access_lost',
  'delivery_outside_limits',
  'delivery_match_changed',
  'delivery_match_paused',
  'delivery_match_unclear',
  'delivery_match_not_told_by_provider',
  'delivery_series_unknown',
  'delivery_series_taken_in',
  'delivery_pilot_comes_next',
  'delivery_seasons_come_next',
  'delivery_pilot_unknown',
  'delivery_season_refreshed',
  'delivery_no_season_known',
  'delivery_author_imported',
  'delivery_import_cancelled',
  'delivery_import_abandoned',
  'delivery_book_edition_unknown',
];

describe('issue 43 D23: what a stored delivery says of itself is said in words for people', () => {
  it('has words for each sentence, or knows that its code says all', () => {
    const silent = CODES.filter((code) => code.startsWith('delivery_') && deliveryDetail({ code }) === undefined);
    expect(silent).toEqual(SAID_BY_CODE);
  });

  it('has words for what a library may lack', () => {
    const places = CODES.filter((code) => code.startsWith('place_'));
    expect([Object.keys(EN_PLACES), Object.keys(DE_PLACES)]).toEqual([places, places]);
  });

  it.each([
    [
      sayDelivery('delivery_place_missing', { what: sayDelivery('place_root_folder') }),
      'The library has no root folder. Add one in its settings, then try again.',
      'In der Bibliothek fehlt ein Stammordner. Füge dort einen hinzu und versuch es dann noch einmal.',
    ],
    [
      sayDelivery('delivery_book_places_several', {
        what: sayDelivery('place_quality_profile'),
        format: 'audiobook',
        names: 'Spoken, Other',
      }),
      'The library has more than one quality profile for audiobooks: Spoken, Other. Keep one of them there, then try again.',
      'Die Bibliothek hat für Hörbücher mehr als ein Qualitätsprofil: Spoken, Other. Behalte dort eins davon und versuch es dann noch einmal.',
    ],
    [
      sayDelivery('delivery_book_places_many', {
        what: sayDelivery('place_root_folder'),
        format: 'ebook',
        names: 'A, B',
      }),
      'The library has more than one root folder for ebooks: A, B, others. Keep one of them there, then try again.',
      'Die Bibliothek hat für E-Books mehr als einen Stammordner: A, B und weitere. Behalte dort einen davon und versuch es dann noch einmal.',
    ],
    [
      sayDelivery('delivery_seasons_unknown', { seasons: '2, 3' }),
      'Not in the library: season 2, 3.',
      'Nicht in der Bibliothek: Staffel 2, 3.',
    ],
    [
      sayDelivery('delivery_refused', { reason: foreignWords('This movie is excluded') }),
      'The library’s answer: This movie is excluded',
      'Antwort der Bibliothek: This movie is excluded',
    ],
    [sayDelivery('delivery_series_unknown'), undefined, undefined],
    [foreignWords('Something new.'), undefined, undefined],
    [{ code: 'constructor' }, undefined, undefined],
  ])('%j', (sentence, english, german) => {
    expect(said(sentence)).toEqual([english, german]);
  });
});
