import type { SeededRandom } from '../kill/seeded-random.js';
import { writeDocument } from './json-writer.js';

/** How records of a library are laid out in a document. */
export interface WrittenShape {
  readonly layout: 'list' | 'page' | 'single';
  /** The member in which a record mentions its title; null where it is one. */
  readonly parent: 'movie' | 'series' | null;
}

/** A document, and the texts of its records in their order. */
export interface WrittenRecords {
  readonly document: string;
  readonly records: readonly string[];
}

const SPACES = ['', '', '', ' ', '\n', '\t ', '\r\n  '];
const RATINGS = ['"G"', '"PG"', '"R"', '"R"', '""', 'null', '"\\u0052"', '"é"'];
const GENRES = ['[]', '["Drama"]', '["Horror"]', '[ "Drama" , "Horr\\u006fr" ]', 'null', '["Family","Drama"]'];
const ADULTS = ['false', 'false', 'null', 'true'];
const NAMES = ['title', 'path', 'year', 'images', 'added', 'Movies', 'seriess', 'é', '', '__proto__', 'studio', 'data'];

/**
 * A document of records as managers write them, with other members around, white space and escapes.
 *
 * @param faults one in so many records has something that can't be judged; 0 for none
 */
export function writeRecords(random: SeededRandom, { layout, parent }: WrittenShape, faults: number): WrittenRecords {
  const pick = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;
  const space = (): string => pick(SPACES);
  const isWrong = (): boolean => faults > 0 && random.below(faults) === 0;
  const named = (name: string, value: string): string =>
    `${space()}${written(random, name)}${space()}:${space()}${value}${space()}`;
  const object = (members: readonly string[]): string => `{${shuffled(random, members).join(',') || space()}}`;
  const others = (): string[] =>
    Array.from({ length: random.below(3) }, () => named(pick(NAMES), writeDocument(random, 2)));
  const maybe = (name: string, values: readonly string[]): string[] =>
    random.below(5) === 0 ? [] : [named(name, pick(values))];

  const title = (): string => {
    const members = [named('id', String(random.below(99)))];
    const judged = [...maybe('certification', RATINGS), ...maybe('genres', GENRES), ...maybe('adult', ADULTS)];
    return isWrong() ? wrongTitle([...members, ...judged, ...others()]) : object([...members, ...judged, ...others()]);
  };
  const wrongTitle = (members: readonly string[]): string =>
    pick([
      () => object([...members, named('Certification', '"G"')]),
      () => object([...members, named('certification', '"G"'), named('certification', '"R"')]),
      () => object([...members, named('\u017feries', '1'), named('genre\u017f', '[]')]),
      () => object([...members, named('adult', '"no"')]),
      () => object([...members, named('id', '[1]')]),
      () => object(members.filter((member) => !/id|\\u/.test(member))),
      () => `[${title()}]`,
      () => pick(['7', '"R"', 'true', '[]', '{}']),
    ])();
  const row = (member: string): string => {
    const own = random.below(6) === 0 ? pick([[], [named(member, 'null')]]) : [named(member, title())];
    const foreign = random.below(6) === 0 ? [named(member === 'movie' ? 'series' : 'movie', title())] : [];
    const episode = random.below(3) === 0 ? [named('episode', pick([object(others()), 'null', episodeOf()]))] : [];
    const wrong = isWrong()
      ? [named(pick([member, 'Movie', 'SERIES', 'episode', 'seriesId']), pick(['"x"', '{}']))]
      : [];
    return object([...own, ...foreign, ...episode, ...wrong, ...maybe('seriesId', ['7', '12']), ...others()]);
  };
  const episodeOf = (): string => object([named('series', title()), ...others()]);
  const record = (): string => (parent === null ? title() : row(parent));

  const records = Array.from({ length: layout === 'single' ? 1 : random.below(6) }, record);
  const list = `[${records.map((one) => `${space()}${one}${space()}`).join(',') || space()}]`;
  const page = (): string => {
    const rest = [
      named('page', '1'),
      ...maybe('sortKey', ['"title"']),
      ...maybe('totalRecords', ['12345678901234567890']),
    ];
    return object([...rest, named('records', list), ...(isWrong() ? [named(pick(['Records', 'more']), list)] : [])]);
  };
  const document = layout === 'single' ? (records[0] ?? '') : layout === 'list' ? list : page();
  return { document: `${space()}${document}${space()}`, records };
}

/** A name as a JSON string, one of its letters escaped here and there. */
function written(random: SeededRandom, name: string): string {
  const at = random.below(8) === 0 ? random.below(Math.max(1, name.length)) : -1;
  const letters = [...name].map((letter, position) =>
    position === at ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
  );
  return `"${letters.join('')}"`;
}

function shuffled(random: SeededRandom, members: readonly string[]): readonly string[] {
  const left = [...members];
  return Array.from({ length: left.length }, () => left.splice(random.below(left.length), 1)[0] as string);
}
