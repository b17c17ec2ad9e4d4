import type { AdditionRefused } from '../../../clients/chaptarr/chaptarr-addition.js';
import { attention, type DeliveryOutcome } from '../kinds/delivery-outcome.js';

const PLACES = /(?:qualityprofileid|metadataprofileid|rootfolderpath)$/;

/** The outcome of an addition that the manager objects to, by what it objects to. A person must look in every case. */
export function judgeRefusal({ properties, refusals, reason }: AdditionRefused): DeliveryOutcome {
  const message = `The book manager refused it: ${reason}`;
  if (properties.some((property) => PLACES.test(property))) return attention('book_configuration', message);
  if (properties.some((property) => property.startsWith('edition'))) return attention('editions_unavailable', message);
  if (properties.includes('foreignbookid') && refusals.includes('NotEmptyValidator'))
    return attention('metadata_unresolved', message);
  return attention('library_unavailable', message);
}
