import { RawJsonList, RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { KidsCut, KidsView, ListedTitle } from '../kids/kids-cut.js';
import type { KindsCut } from '../preferences/without-kinds.js';

/** Each row names a title, is one itself, or is somebody's list. */
export class ListedRows extends RawJsonList {
  constructor(
    { text }: RawJson,
    readonly rows: 'named' | TitleKind | 'lists',
  ) {
    super(text);
  }
}

/**
 * Rows whose titles are all within the limits, without what people write beside them. A title without an id at the metadata
 * provider can't be judged and isn't shown; lists of lists are left out, since nobody has judged their names.
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

/** Any id but the provider's own may be null or missing. */
const ids = z.object({ tmdb: z.number().int().nullish() });
const title = z.object({ ids });
const named = z.object({ movie: title.nullish(), show: title.nullish() });
const bare = named.extend({ ids });

const list = z.array(z.looseObject({}));

type ListedRow = z.infer<typeof list>[number];

/** Null where there is no title, or one without an id. */
interface JudgeableRow {
  readonly row: ListedRow;
  readonly titles: readonly ListedTitle[] | null;
}

/** @param rows what each is: the title itself, or what names its movie or show. @throws ZodError for what is no such list */
function readListed(answer: unknown, rows: Exclude<ListedRows['rows'], 'lists'>): readonly JudgeableRow[] {
  return list.parse(answer).map((row) => {
    const { movie, show } = named.parse(row);
    const inside = [...titleIn('movie', movie), ...titleIn('tv', show)];
    return { row, titles: judgeableTitles(rows === 'named' ? inside : [...titleIn(rows, bare.parse(row)), ...inside]) };
  });
}

function withoutWords(row: ListedRow): ListedRow {
  const written = Object.entries(WRITTEN_BY_PEOPLE).filter(
    ([name, nothing]) => !isDeepStrictEqual(row[name] ?? nothing, nothing),
  );
  return written.length === 0 ? row : { ...row, ...Object.fromEntries(written) };
}

/** What people write beside titles, with its replacement. */
const WRITTEN_BY_PEOPLE = { notes: null, favorited_by: [], recommended_by: [] } as const;

type NamedTitle = Omit<ListedTitle, 'tmdbId'> & { readonly tmdbId: number | null };

function titleIn(kind: TitleKind, of: z.infer<typeof title> | null | undefined): readonly NamedTitle[] {
  return of ? [{ kind, tmdbId: of.ids.tmdb ?? null, adult: false, genreIds: [] }] : [];
}

function judgeableTitles(titles: readonly NamedTitle[]): readonly ListedTitle[] | null {
  const judgeable = titles.filter((one): one is ListedTitle => one.tmdbId !== null);
  return judgeable.length > 0 && judgeable.length === titles.length ? judgeable : null;
}

interface Row {
  readonly movie?: unknown;
  readonly show?: unknown;
}

export const listedWithoutKinds: KindsCut = (answer, hidden) => {
  if (!(answer instanceof ListedRows)) throw new Error('a feed does not say what its rows are');
  const rows = JSON.parse(answer.text) as readonly Row[];
  const left = rows.filter((row) => !isOf(hidden, row));
  return left.length === rows.length ? answer : new ListedRows(new RawJson(JSON.stringify(left)), answer.rows);
};

const isOf = (hidden: ReadonlySet<TitleKind>, { movie, show }: Row): boolean =>
  (Boolean(movie) && hidden.has('movie')) || (Boolean(show) && hidden.has('tv'));
