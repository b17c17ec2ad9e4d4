import type { components } from '../api/schema.js';
import type { Sentence, SentenceInside, SentenceParams } from './sentence.js';

type SentenceCode = components['schemas']['SentenceCode'];

/** What a delivery that waits can say beyond its code; each has a sentence of its own on the page. */
export type DetailName =
  | 'answer'
  | 'technical'
  | 'unchecked'
  | 'storage'
  | 'lacks'
  | 'lacksFor'
  | 'several'
  | 'many'
  | 'leavesOut'
  | 'placesUnreadable'
  | 'noSeasons'
  | 'noSeries'
  | 'unknownThere'
  | 'unknownAtProvider'
  | 'unreadable'
  | 'artistMissing'
  | 'hidden'
  | 'pendingImports'
  | 'twice'
  | 'recordUnreadable'
  | 'formatless';

/** A detail, with what its sentence has in it, in order: words that stay as they are, codes of places, and reasons. */
export interface DeliveryDetail {
  readonly name: DetailName;
  readonly found: readonly (string | SentenceInside)[];
}

/** What needs words beside those of the delivery's own code, which says all of what isn't named here. */
const NAMES: Partial<Readonly<Record<SentenceCode, DetailName>>> = {
  delivery_refused: 'answer',
  delivery_book_refused: 'answer',
  delivery_not_taken: 'technical',
  delivery_not_yet: 'unchecked',
  delivery_storage_failed: 'storage',
  delivery_place_missing: 'lacks',
  delivery_book_place_missing: 'lacksFor',
  delivery_book_places_several: 'several',
  delivery_book_places_many: 'many',
  delivery_album_type_left_out: 'leavesOut',
  delivery_book_places_unreadable: 'placesUnreadable',
  delivery_seasons_unknown: 'noSeasons',
  delivery_match_not_told_by_library: 'noSeries',
  delivery_film_unknown: 'unknownThere',
  delivery_album_unknown: 'unknownThere',
  delivery_book_unknown: 'unknownThere',
  delivery_series_unknown_to_provider: 'unknownAtProvider',
  delivery_album_unreadable: 'unreadable',
  delivery_book_unreadable: 'unreadable',
  delivery_artist_missing: 'artistMissing',
  delivery_book_hidden: 'hidden',
  delivery_import_failed: 'pendingImports',
  delivery_book_ambiguous: 'twice',
  delivery_book_record_unreadable: 'recordUnreadable',
  delivery_book_without_format: 'formatless',
};

/** The parameters that each has in it. */
const PARAMS: Partial<Readonly<Record<DetailName, readonly string[]>>> = {
  answer: ['reason'],
  technical: ['reason'],
  lacks: ['what'],
  lacksFor: ['what', 'format'],
  several: ['what', 'format', 'names'],
  many: ['what', 'format', 'names'],
  leavesOut: ['profile', 'types'],
  noSeasons: ['seasons'],
};

function partOf(params: SentenceParams, name: string): string | SentenceInside {
  const param = params[name] ?? '';
  if (typeof param !== 'object') return String(param);
  return name === 'what' ? param.code : param;
}

/** What the server says of a delivery that waits, beyond the reason that its code names; undefined where that is nothing. */
export function deliveryDetail({ code, params = {} }: Sentence): DeliveryDetail | undefined {
  const name = Object.hasOwn(NAMES, code) ? NAMES[code as SentenceCode] : undefined;
  return name && { name, found: (PARAMS[name] ?? []).map((param) => partOf(params, param)) };
}
