import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';

/** What a manager says of how a download gets on. */
export interface TrackedDownload {
  /** `ok`, `warning`, `error`; tolerant of words to come. Empty where it is missing, as for a release that is delayed. */
  readonly trackedStatus: string;
  /** `downloading`, `importBlocked`, `importPending`, `importing`, …; tolerant of words to come. Empty where it is missing. */
  readonly trackedState: string;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

/** The members of a queue row that say so, as they come. */
export const trackedFields = {
  trackedDownloadStatus: lenient(z.string()),
  trackedDownloadState: lenient(z.string()),
  statusMessages: lenient(z.array(z.unknown())),
  errorMessage: lenient(z.string()),
} as const;

/** Names these members as we do. The words of the messages are not kept: they name releases and folders. */
export const trackedDownload = (row: z.infer<z.ZodObject<typeof trackedFields>>): TrackedDownload => ({
  trackedStatus: row.trackedDownloadStatus ?? '',
  trackedState: row.trackedDownloadState ?? '',
  hasMessages: (row.statusMessages ?? []).length > 0 || Boolean(row.errorMessage),
});
