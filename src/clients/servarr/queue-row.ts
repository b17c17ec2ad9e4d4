import { z } from 'zod';

/** What the managers say of every row of their download queues. */
export interface ServarrQueueRow {
  /** What the download client calls the job; null while the release is only delayed. Rows may share it. */
  readonly downloadId: string | null;
  /** queued, downloading, completed, delay, …; tolerant of words to come. */
  readonly status: string;
  /** Bytes of the whole job. */
  readonly size: number;
  /** Bytes of the job still to come. */
  readonly sizeLeft: number;
}

/** The fields of a row as they come; a product adds those that say what the row is for. */
export const queueRowFields = {
  downloadId: z.string().optional(),
  status: z.string(),
  size: z.number(),
  sizeleft: z.number(),
} as const;

/** Names the fields of a row as we do. */
export const namedQueueRow = (row: z.infer<z.ZodObject<typeof queueRowFields>>): ServarrQueueRow => ({
  downloadId: row.downloadId ?? null,
  status: row.status,
  size: row.size,
  sizeLeft: row.sizeleft,
});

/** A row of a manager of which nothing is read yet but what all say. */
export const plainQueueRow = z.object(queueRowFields).transform(namedQueueRow);
