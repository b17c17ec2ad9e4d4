import type { RequestRow } from '../saved/request-row.entity.js';
import type { SubscriberRow } from '../saved/subscriber-row.entity.js';
import type { BookFormat } from './dispatch-row.entity.js';

/** The formats of a stored choice; none for titles without formats. */
export function formatsIn(choice: RequestRow['bookFormat']): readonly BookFormat[] {
  if (choice === '') return [];
  return choice === 'both' ? ['ebook', 'audiobook'] : [choice];
}

/** The stored choice of at least one format. */
export function choiceOf(formats: Iterable<BookFormat>): SubscriberRow['bookFormat'] {
  const [first, second] = new Set(formats);
  if (first === undefined) throw new Error('a choice of no format can not be stored');
  return second === undefined ? first : 'both';
}
