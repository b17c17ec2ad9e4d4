import type { DownloadGroup, DownloadJob, Downloads } from '../api/download-queries.js';

/** How a download gets on. */
export type DownloadStatus = DownloadJob['status'];

/** Why it stands still. */
export type DownloadReason = NonNullable<DownloadJob['reason']>;

/** An episode of a group, with the downloads that bring it. */
export interface DownloadPart {
  readonly id: string;
  readonly title: string;
  readonly season: number | undefined;
  readonly episode: number | undefined;
  readonly status: DownloadStatus;
}

/** A group as a page shows it. */
export interface DownloadEntry {
  readonly group: DownloadGroup;
  /** In the server's order. */
  readonly jobs: readonly DownloadJob[];
  readonly status: DownloadStatus;
  /** Undefined where the status says it already, and where nobody says. */
  readonly reason: DownloadReason | undefined;
  /** By season and episode. */
  readonly parts: readonly DownloadPart[];
}

/** As long as something moves, it moves; else what most needs a person is said. */
const ORDER: readonly DownloadStatus[] = ['downloading', 'checking', 'failed', 'stalled', 'paused', 'queued'];

/** Reasons that say no more than a status does. */
const SAID: Partial<Readonly<Record<DownloadStatus, DownloadReason>>> = { paused: 'paused', queued: 'waiting' };

/** What is coming down, by title, in the server's order. */
export function downloadEntries({ groups, jobs }: Pick<Downloads, 'groups' | 'jobs'>): readonly DownloadEntry[] {
  const known = new Map(jobs.map((job) => [job.id, job]));
  const found = (ids: readonly string[]): readonly DownloadJob[] => ids.flatMap((id) => known.get(id) ?? []);
  return groups.map((group) => {
    const own = found(group.job_ids);
    const status = jointStatus(own);
    return {
      group,
      jobs: own,
      status,
      reason: toldReason(status, group.reason),
      parts: group.children
        .map(({ id, title, season, episode, job_ids: ids }) => ({
          ...{ id, title, season, episode },
          status: jointStatus(found(ids)),
        }))
        .toSorted((one, other) => (one.season ?? 0) - (other.season ?? 0) || (one.episode ?? 0) - (other.episode ?? 0)),
    };
  });
}

/** Why it stands still, where its status doesn't say that already. */
export const toldReason = (status: DownloadStatus, reason: DownloadReason | null): DownloadReason | undefined =>
  reason === null || SAID[status] === reason ? undefined : reason;

const jointStatus = (jobs: readonly DownloadJob[]): DownloadStatus =>
  ORDER.find((status) => jobs.some((job) => job.status === status)) ?? 'queued';
