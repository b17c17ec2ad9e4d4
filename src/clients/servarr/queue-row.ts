import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';

/** What the managers say of every row of their download queues. */
export interface ServarrQueueRow {
  /** What the download client calls the job; null while the release is only delayed. Rows may share it. */
  readonly downloadId: string | null;
  /** queued, downloading, completed, delay, …; tolerant of words to come. Empty where nothing is told. */
  readonly status: string;
  /** Bytes of the whole job; 0 where they aren't told. */
  readonly size: number;
  /** Bytes of the job still to come; all of them where they aren't told. */
  readonly sizeLeft: number;
}

/** The fields of a row as they come; a product adds those that say what the row is for. */
export const queueRowFields = {
  downloadId: lenient(z.string()),
  status: lenient(z.string()),
  size: lenient(z.number()),
  sizeleft: lenient(z.number()),
} as const;

/** Names the fields of a row as we do. */
export const namedQueueRow = (row: z.infer<z.ZodObject<typeof queueRowFields>>): ServarrQueueRow => ({
  downloadId: row.downloadId,
  status: row.status ?? '',
  size: row.size ?? 0,
  sizeLeft: row.sizeleft ?? row.size ?? 0,
});

/** A row of a manager of which nothing is read yet but what all say. */
export const plainQueueRow = z.object(queueRowFields).transform(namedQueueRow);
