import { jointFigures, type JointFigures } from './job-figures.js';
import type { OwnTitles } from './own-titles.js';
import type { ActivityGroup, ActivityJob, ActivitySnapshot, GroupPart } from './snapshot.js';
import type { Source } from './sources.js';

export interface Visibility {
  readonly libraries: ReadonlySet<string>;
  /** Does it see what only clients report, and the names of clients and items? */
  readonly isAdministrator: boolean;
  readonly shows: (group: ActivityGroup) => boolean;
  /** Null to see what everybody has requested. */
  readonly own: OwnTitles | null;
}

/** A part of a title and the jobs that bring it. */
export interface ShownPart extends GroupPart {
  readonly jobIds: readonly string[];
}

export interface ShownGroup extends JointFigures {
  readonly group: ActivityGroup;
  readonly jobIds: readonly string[];
  readonly parts: readonly ShownPart[];
  /** Is it known of each row which title it is, and which part? */
  readonly isDetailed: boolean;
}

export interface VisibleActivity {
  readonly groups: readonly ShownGroup[];
  /** What only clients report; null where the account doesn't see that. */
  readonly unmatched: (JointFigures & { readonly jobIds: readonly string[] }) | null;
  readonly jobs: readonly ActivityJob[];
  /** How many jobs there are; null where that isn't known exactly. */
  readonly count: number | null;
  readonly isComplete: boolean;
  /** Is something of it older than the snapshot? */
  readonly isStale: boolean;
  readonly sources: readonly Source[];
}

/**
 * Takes out of a snapshot what an account may see; the rest leaves no trace. The count is null, and the answer incomplete,
 * where a source in sight has failed, where several items fit a row, and where nothing says whether a row is the account's own.
 */
export function visiblePart(snapshot: ActivitySnapshot, visibility: Visibility): VisibleActivity {
  const { managers, clients } = snapshot.sources;
  const sources = [
    ...managers.filter(({ id }) => visibility.libraries.has(id)),
    ...(visibility.isAdministrator ? clients : []),
  ];
  const jobs = new Map<string, ActivityJob>();
  let isOwnershipKnown = true;
  const groups: ShownGroup[] = [];
  for (const group of snapshot.groups) {
    if (!visibility.libraries.has(group.source.id) || !visibility.shows(group)) continue;
    const rows = visibility.own ? ownRows(group, visibility.own) : { rows: group.rows, isOwnershipKnown: true };
    isOwnershipKnown &&= rows.isOwnershipKnown;
    if (rows.rows.length > 0) groups.push(shownGroup(group, rows.rows, jobs));
  }
  const unmatched = visibility.isAdministrator ? snapshot.unmatched : [];
  for (const job of unmatched) jobs.set(job.id, job);
  const isComplete =
    isOwnershipKnown &&
    sources.every(({ trouble }) => trouble === null) &&
    ![...jobs.values()].some(({ isAmbiguous }) => isAmbiguous);
  return {
    groups,
    unmatched: unmatched.length === 0 ? null : { ...jointFigures(unmatched), jobIds: unmatched.map(({ id }) => id) },
    jobs: [...jobs.values()],
    count: isComplete ? jobs.size : null,
    isComplete,
    isStale: sources.some(({ isStale }) => isStale),
    sources,
  };
}

type Rows = ActivityGroup['rows'];

function ownRows(group: ActivityGroup, own: OwnTitles): { readonly rows: Rows; readonly isOwnershipKnown: boolean } {
  const { source, mediaType, title } = group;
  let isOwnershipKnown = true;
  const rows = group.rows.filter(({ part }) => {
    const ownership = own.of({ instanceId: source.id, mediaType, title, part });
    isOwnershipKnown &&= ownership !== 'unknown';
    return ownership === 'own';
  });
  return { rows, isOwnershipKnown };
}

/** @param jobs where its jobs are added */
function shownGroup(group: ActivityGroup, rows: Rows, jobs: Map<string, ActivityJob>): ShownGroup {
  const own = new Map<string, ActivityJob>();
  const parts = new Map<string, ShownPart & { readonly jobIds: string[] }>();
  let isDetailed = group.title !== null;
  for (const { job, part } of rows) {
    own.set(job.id, job);
    jobs.set(job.id, job);
    if (!part) {
      isDetailed &&= group.mediaType !== 'tv';
      continue;
    }
    const known = parts.get(part.id);
    if (!known) parts.set(part.id, { ...part, jobIds: [job.id] });
    else if (!known.jobIds.includes(job.id)) known.jobIds.push(job.id);
  }
  return {
    group,
    jobIds: [...own.keys()],
    parts: [...parts.values()],
    isDetailed,
    ...jointFigures([...own.values()]),
  };
}
