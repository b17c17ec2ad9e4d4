import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';

/** Words for what has been loaded as a whole, or is worked on afterwards. Source: doc 4 section 6.4, finished. */
const FINISHED = /complet|document|upload|import|unpack|extract|repair|verif|postprocess|moving|up$/i;

/** Has a client loaded all of it? Seeding is finished. A size that nobody knows yet says nothing. */
export const isFinishedItem = ({ state, status, sizeBytes, sizeLeftBytes }: DownloadItem): boolean =>
  state === 'finished' || FINISHED.test(status) || (sizeBytes > 0 && sizeLeftBytes <= 0);

/** What a manager says of the state of a download: importPending, importing, imported, importBlocked, importFailed. */
const IMPORT = /^import/i;

/** Has all of it arrived, by what its manager says? */
export const isFinishedRow = ({ status, trackedState, size, sizeLeft }: FinishingRow): boolean =>
  FINISHED.test(status) || IMPORT.test(trackedState) || (size > 0 && sizeLeft <= 0);

type FinishingRow = Pick<QueuedDownload, 'status' | 'trackedState' | 'size' | 'sizeLeft'>;
