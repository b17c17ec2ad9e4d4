import type { BookFormat } from './looked-up-books.js';
import { isRequestable, titleState, type StatusReading, type TitleState } from './title-state.js';

/** The members of a book's status that say how its formats are. */
interface BookReading extends StatusReading {
  readonly book_formats?: Readonly<Partial<Record<BookFormat, StatusReading['status']>>>;
}

/** The formats, in the order in which they are shown. */
const BOOK_FORMATS: readonly BookFormat[] = ['ebook', 'audiobook'];

/** A format of a book, with its own state. */
export interface FormatState {
  readonly format: BookFormat;
  readonly state: TitleState;
}

/** The formats that a status tells apart, each with its own state. */
const formatStates = ({ book_formats: formats = {}, status_known }: BookReading): readonly FormatState[] =>
  BOOK_FORMATS.flatMap((format) => {
    const status = formats[format];
    return status === undefined ? [] : [{ format, state: titleState({ status, status_known }) }];
  });

/** How each format of a book stands: those that there are of it, and those of which the library says something. */
export function formatRows(status: BookReading, offered: readonly BookFormat[]): readonly FormatState[] {
  const known = new Map(formatStates(status).map(({ format, state }) => [format, state]));
  const rest = known.size > 0 && titleState(status) !== 'unknown' ? 'unavailable' : titleState(status);
  return BOOK_FORMATS.filter((format) => known.has(format) || offered.length === 0 || offered.includes(format)).map(
    (format) => ({ format, state: known.get(format) ?? rest }),
  );
}

/** The formats whose own state says more than that of the book as a whole does. */
export function unlikeFormats(status: BookReading): readonly FormatState[] {
  const states = formatStates(status);
  return states.some(({ state }) => state !== titleState(status)) ? states : [];
}

/** The only format of a book that is there; undefined where both are, or nothing tells them apart. */
export function onlyFormat(status: BookReading): BookFormat | undefined {
  const [one, ...more] = formatStates(status).filter(({ state }) => state === 'available');
  return more.length === 0 ? one?.format : undefined;
}

/**
 * The formats that the reader may request: those that the library doesn't have and nobody waits for. Where the status doesn't tell
 * them apart, it is that of both.
 *
 * @param offered the formats that there are of the book; all where nothing is said
 */
export const openFormats = (status: BookReading, offered: readonly BookFormat[]): readonly BookFormat[] =>
  formatPicks(status, offered).flatMap(({ format, isOpen: is }) => (is ? [format] : []));

/** A format, as the dialog of a request shows it. */
export interface FormatPick extends FormatState {
  readonly isOpen: boolean;
}

/** Every format that there is of a book, those that can't be requested too. */
export function formatPicks(status: BookReading, offered: readonly BookFormat[]): readonly FormatPick[] {
  const known = new Map(formatStates(status).map(({ format, state }) => [format, state]));
  return BOOK_FORMATS.filter((format) => offered.length === 0 || offered.includes(format)).map((format) => {
    const state = known.get(format) ?? (known.size > 0 ? 'unavailable' : titleState(status));
    return { format, state, isOpen: isWanted(state) };
  });
}

const isWanted = (state: TitleState): boolean => state === 'unavailable' || state === 'denied';

/** May an album or a book be requested in a library that says this of it? */
export const isOpen = (kind: 'music' | 'book', status: BookReading, offered: readonly BookFormat[]): boolean =>
  kind === 'music' ? isRequestable(titleState(status), kind) : openFormats(status, offered).length > 0;
