import { texts } from './texts.js';

/** What a request is for, in words: of a book its formats, which are requested each by itself. */
export const kindName = ({
  media_type: kind,
  book_format: format,
}: {
  readonly media_type: keyof typeof texts.kind;
  readonly book_format?: keyof typeof texts.bookFormat | '';
}): string => (kind === 'book' && format ? texts.bookFormat[format] : texts.kind[kind]);
