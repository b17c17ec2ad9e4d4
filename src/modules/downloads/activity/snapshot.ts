import type { QueuedPart, QueuedTitle } from '../../../clients/servarr/queued-download.js';
import type { LibraryManagerType } from '../../instances/instances.public.js';
import type { MediaType } from '../../requests/requests.public.js';
import { controlOf, figuresOf, isFinishedJob, openRows, type JobFigures } from './job-figures.js';
import { joinJobs, type ClientItem, type JoinedJob } from './join-jobs.js';
import type { ManagerSource, Source, Sources } from './sources.js';

export interface ActivityJob extends JobFigures {
  /** 32 hexadecimal digits that say nothing about it. */
  readonly id: string;
  /** The name of the release or the item: for administrators alone. */
  readonly name: string;
  /** The client that reports it, and its item: for administrators alone. Null where no client does. */
  readonly control: ClientItem | null;
  readonly isAmbiguous: boolean;
}

interface GroupRow {
  readonly job: ActivityJob;
  readonly part: GroupPart | null;
}

export interface GroupPart extends QueuedPart {
  readonly id: string;
}

/** What is coming for one title of one library: a film, a series, an album, a record of a book. */
export interface ActivityGroup {
  /** Stays the same while the title is known to its library. */
  readonly id: string;
  readonly source: Source;
  readonly mediaType: MediaType;
  /** Null for a download that the manager can't match with a title: it is a group of its own. */
  readonly title: QueuedTitle | null;
  readonly rows: readonly GroupRow[];
}

export interface ActivitySnapshot {
  readonly sources: Sources;
  readonly groups: readonly ActivityGroup[];
  /** What only clients report. */
  readonly unmatched: readonly ActivityJob[];
  readonly fetchedAt: number;
}

export interface SnapshotMaking {
  readonly now: number;
  readonly hide: (identity: string) => string;
  readonly fetchingSince: (item: ClientItem) => number | null;
}

const MEDIA_TYPES: Readonly<Record<LibraryManagerType, MediaType>> = {
  movie_manager: 'movie',
  tv_manager: 'tv',
  book_manager: 'book',
  music_manager: 'music',
};

export function snapshotOf(sources: Sources, making: SnapshotMaking): ActivitySnapshot {
  const groups = new Map<string, GroupBuilding>();
  const unmatched: ActivityJob[] = [];
  for (const joined of joinJobs(sources)) {
    if (isFinishedJob(joined)) continue;
    const job = jobOf(joined, making);
    if (joined.rows.length === 0) unmatched.push(job);
    for (const { source, row } of openRows(joined)) {
      const key = JSON.stringify([source.id, row.title ? row.title.recordId : joined.identity]);
      let group = groups.get(key);
      if (!group) {
        const mediaType = MEDIA_TYPES[source.serviceType];
        group = { id: making.hide(`group ${key}`), source, mediaType, title: row.title, rows: [], partIds: null };
        groups.set(key, group);
      }
      group.rows.push({ job, part: row.part && partOf(row.part, source, group, making) });
    }
  }
  return { sources, groups: [...groups.values()], unmatched, fetchedAt: making.now };
}

interface GroupBuilding extends ActivityGroup {
  readonly rows: GroupRow[];
  partIds: Map<number, string> | null;
}

function jobOf(joined: JoinedJob, { now, hide, fetchingSince }: SnapshotMaking): ActivityJob {
  const control = controlOf(joined);
  const name = joined.reported?.item.name ?? joined.rows.find(({ row }) => row.release !== '')?.row.release ?? '';
  const since = joined.reported ? fetchingSince(joined.reported) : null;
  const { status, reason, sizeBytes, sizeLeftBytes, progress, speedBps, etaSeconds } = figuresOf(joined, now, since);
  return {
    id: hide(`job ${joined.identity}`),
    name,
    status,
    reason,
    sizeBytes,
    sizeLeftBytes,
    progress,
    speedBps,
    etaSeconds,
    control,
    isAmbiguous: joined.isAmbiguous,
  };
}

function partOf(part: QueuedPart, { id }: ManagerSource, group: GroupBuilding, making: SnapshotMaking): GroupPart {
  const partIds = (group.partIds ??= new Map<number, string>());
  const known = partIds.get(part.recordId) ?? making.hide(`part ${JSON.stringify([id, part.recordId])}`);
  partIds.set(part.recordId, known);
  return { id: known, ...part };
}
