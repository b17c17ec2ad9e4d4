import { RawJsonList, RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { KidsCut, KidsView, ListedTitle } from '../kids/kids-cut.js';
import type { KindsCut } from '../preferences/without-kinds.js';

/**
 * What a feed of the list provider answers, and with it what its rows are, which is what a kids account's limits have to
 * know: each names a film or a series, each is one itself, or each is a list that somebody has made.
 */
export class ListedRows extends RawJsonList {
  constructor(
    { text }: RawJson,
    readonly rows: 'named' | TitleKind | 'lists',
  ) {
    super(text);
  }
}

/**
 * What a kids account gets of a list provider's feed: rows whose titles are all within its limits, without what people write
 * beside them. A title without an id at the metadata provider can't be judged, and isn't shown. Lists that people have
 * made have names and descriptions that nobody has judged, so of those there are none; the items of a list that is asked
 * for by its address are titles like others. Source: doc 2 §4 (Kids accounts on discovery), security 19.
 */
export const listedCut: KidsCut = async (answer, view, answered) => {
  if (!(answered instanceof ListedRows)) throw new Error('a feed does not say what its rows are');
  if (answered.rows === 'lists') return [];
  const read = readListed(answer, answered.rows);
  const isShown = await Promise.all(read.map(({ titles }) => showsAll(view, titles)));
  const left = read.filter((_, place) => isShown[place]).map(({ row }) => withoutWords(row));
  const isWhole = left.length === read.length && left.every((row, place) => row === read[place]?.row);
  return isWhole ? answer : left;
};

async function showsAll(view: KidsView, titles: readonly ListedTitle[] | null): Promise<boolean> {
  const verdicts = await Promise.all((titles ?? []).map((title) => view.shows(title)));
  return titles !== null && verdicts.every(Boolean);
}

/** Any id but the provider's own may be null or missing. Source: Trakt facts, ids. */
const ids = z.object({ tmdb: z.number().int().nullish() });
const title = z.object({ ids });
const named = z.object({ movie: title.nullish(), show: title.nullish() });
const bare = named.extend({ ids });

const list = z.array(z.looseObject({}));

/** A row, with all that it holds. */
type ListedRow = z.infer<typeof list>[number];

/** A row, and the titles in it; null where it has none, or one that nothing is known by. */
interface JudgeableRow {
  readonly row: ListedRow;
  readonly titles: readonly ListedTitle[] | null;
}

/**
 * The rows of a feed.
 *
 * @param rows what each of them is: the title itself, or what names its movie or its show
 * @throws ZodError for what is no such list
 */
function readListed(answer: unknown, rows: Exclude<ListedRows['rows'], 'lists'>): readonly JudgeableRow[] {
  return list.parse(answer).map((row) => {
    const { movie, show } = named.parse(row);
    const inside = [...titleIn('movie', movie), ...titleIn('tv', show)];
    return { row, titles: judgeableTitles(rows === 'named' ? inside : [...titleIn(rows, bare.parse(row)), ...inside]) };
  });
}

/** The row without what people write beside its title, which nobody can judge; the very same where there is none. */
function withoutWords(row: ListedRow): ListedRow {
  const written = Object.entries(WRITTEN_BY_PEOPLE).filter(
    ([name, nothing]) => !isDeepStrictEqual(row[name] ?? nothing, nothing),
  );
  return written.length === 0 ? row : { ...row, ...Object.fromEntries(written) };
}

/** What people write beside titles, by its place in a row, with its replacement. Source: Trakt document. */
const WRITTEN_BY_PEOPLE = { notes: null, favorited_by: [], recommended_by: [] } as const;

type NamedTitle = Omit<ListedTitle, 'tmdbId'> & { readonly tmdbId: number | null };

function titleIn(kind: TitleKind, of: z.infer<typeof title> | null | undefined): readonly NamedTitle[] {
  return of ? [{ kind, tmdbId: of.ids.tmdb ?? null, adult: false, genreIds: [] }] : [];
}

function judgeableTitles(titles: readonly NamedTitle[]): readonly ListedTitle[] | null {
  const judgeable = titles.filter((one): one is ListedTitle => one.tmdbId !== null);
  return judgeable.length > 0 && judgeable.length === titles.length ? judgeable : null;
}

/** A row of the list provider, which has its title under the name of its kind. */
interface Row {
  readonly movie?: unknown;
  readonly show?: unknown;
}

/** Rows that name a film or a series, without those of hidden kinds. Source: doc 2 §4 Discovery settings. */
export const listedWithoutKinds: KindsCut = (answer, hidden) => {
  if (!(answer instanceof ListedRows)) throw new Error('a feed does not say what its rows are');
  const rows = JSON.parse(answer.text) as readonly Row[];
  const left = rows.filter((row) => !isOf(hidden, row));
  return left.length === rows.length ? answer : new ListedRows(new RawJson(JSON.stringify(left)), answer.rows);
};

const isOf = (hidden: ReadonlySet<TitleKind>, { movie, show }: Row): boolean =>
  (Boolean(movie) && hidden.has('movie')) || (Boolean(show) && hidden.has('tv'));
