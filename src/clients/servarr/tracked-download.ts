import { type Fields, textOf } from './plain-values.js';

/** What a manager says of how a download gets on. */
export interface TrackedDownload {
  /** `ok`, `warning`, `error`; tolerant of words to come. Empty where it is missing, as for a release that is delayed. */
  readonly trackedStatus: string;
  /** `downloading`, `importBlocked`, `importPending`, `importing`, …; tolerant of words to come. Empty where it is missing. */
  readonly trackedState: string;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

/** Reads what a queue row says of it. The words of the messages are not kept: they name releases and folders. */
export const trackedDownload = (row: Fields): TrackedDownload => ({
  trackedStatus: textOf(row.trackedDownloadStatus) ?? '',
  trackedState: textOf(row.trackedDownloadState) ?? '',
  hasMessages:
    (Array.isArray(row.statusMessages) && row.statusMessages.length > 0) || textOf(row.errorMessage) !== null,
});
