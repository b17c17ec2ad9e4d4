import { CHAPTARR_COVERS } from '../../../clients/chaptarr/chaptarr-book.js';
import { LIDARR_PICTURES } from '../../../clients/lidarr/lidarr-album.js';
import { RADARR_POSTERS } from '../../../clients/radarr/radarr.client.js';
import { SONARR_POSTERS } from '../../../clients/sonarr/sonarr-series.js';
import { sayFrom } from '../../../core/errors/sentence.js';
import { optional, rfc3339, type Rfc3339, sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import { pictureAddress, shownPicture, type ShownPictures } from '../../library/library.public.js';
import type { MediaType } from '../../requests/requests.public.js';
import type { ClientKind, Source } from '../activity/sources.js';
import type { ShownGroup, ShownPart } from '../activity/visible-part.js';
import type { SeenActivity } from '../activity/download-activity.service.js';
import type { JobReason, JobStatus, JointFigures } from '../activity/job-figures.js';
import type { ClientItem } from '../activity/join-jobs.js';
import type { ActivityJob } from '../activity/snapshot.js';
import type { UserScope } from '../scope/user-scope.service.js';

/** A library manager, or for administrators a download client, that downloads are read from. */
interface DownloadSourceView {
  readonly instance_id: string;
  readonly name: string;
  /** Was all of it read? */
  readonly available: boolean;
  /** What is wrong with it. Administrators alone have it. */
  readonly message?: string;
  /** The message as a code; left out where there is none. */
  readonly sentence?: SentenceView;
}

/** How many downloads there are. */
export interface DownloadSummaryView {
  /** What is shown. Administrators are always shown all. */
  readonly scope: UserScope;
  /** What the household allows its members to be shown. */
  readonly user_scope: UserScope;
  /** Null where it isn't known exactly. */
  readonly count: number | null;
  /** Is the count known? */
  readonly complete: boolean;
  /** Is some of it what was read before a source failed? */
  readonly stale: boolean;
  readonly fetched_at: Rfc3339;
  readonly sources: readonly DownloadSourceView[];
}

/** What is coming. */
export interface DownloadActivityView extends DownloadSummaryView {
  readonly groups: readonly DownloadGroupView[];
  /** Each once, whatever it brings. */
  readonly jobs: readonly DownloadJobView[];
}

/** What is coming for one title of one library. */
interface DownloadGroupView {
  /** Stays the same. `unmatched` has what only download clients know; administrators alone see it. */
  readonly id: string;
  readonly instance_id?: string;
  readonly instance_name?: string;
  readonly media_type: MediaType | 'unknown' | 'unmatched';
  /** Empty where nobody knows it. */
  readonly title: string;
  readonly year?: number;
  readonly creator?: string;
  readonly format?: 'ebook' | 'audiobook';
  /** Address of a picture, below this server or of a public service. */
  readonly artwork?: string;
  readonly job_ids: readonly string[];
  readonly children: readonly DownloadChildView[];
  /** Is it known what the jobs bring? */
  readonly details_known: boolean;
  /** 0 to 100, weighted by bytes. @fraction */
  readonly progress: number;
  /** Null where it isn't known of each job. */
  readonly eta_seconds: number | null;
  /** Why all of it stands still; null while some of it moves, and where nobody says. */
  readonly reason: JobReason | null;
}

/** An episode that is coming. */
interface DownloadChildView {
  readonly id: string;
  readonly title: string;
  readonly season?: number;
  readonly episode?: number;
  readonly job_ids: readonly string[];
}

/** A download. */
interface DownloadJobView {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly status: JobStatus;
  readonly size_bytes: number;
  readonly size_left_bytes: number;
  /** 0 to 100. @fraction */
  readonly progress: number;
  readonly speed_bps: number;
  /** Null where nobody knows. */
  readonly eta_seconds: number | null;
  /** Why it stands still; null while it moves, and where nobody says. */
  readonly reason: JobReason | null;
  /** By what it is paused, resumed and removed. Administrators alone have it, and only of what a client reports. */
  readonly control?: {
    readonly instance_id: string;
    readonly item_id: string;
    readonly service_type: ClientKind;
    readonly client_name: string;
  };
  /** Administrators alone have it. */
  readonly name?: string;
}

const DOWNLOAD_SOURCE_SENTENCES = {
  download_source_unreadable: 'it can not be read',
  download_source_slow: 'it has not answered in time',
  download_source_incomplete: 'it holds another number of downloads than it says',
  download_source_rows_lost: 'some of its downloads can not be read',
  download_source_too_many: 'it holds more downloads than are listed',
  download_source_no_definitions: 'its download clients can not be read',
} as const;

const say = sayFrom(DOWNLOAD_SOURCE_SENTENCES);

const PICTURES: Readonly<Record<MediaType, ShownPictures>> = {
  movie: RADARR_POSTERS,
  tv: SONARR_POSTERS,
  book: CHAPTARR_COVERS,
  music: LIDARR_PICTURES,
};

const LONGEST_NAME = 300;

export const summaryView = (seen: SeenActivity): DownloadSummaryView => ({
  scope: seen.scope,
  user_scope: seen.userScope,
  count: seen.count,
  complete: seen.isComplete,
  stale: seen.isStale,
  fetched_at: rfc3339(seen.fetchedAt),
  sources: seen.sources.map((source) => sourceView(source, seen.isAdministrator)),
});

export const activityView = (seen: SeenActivity): DownloadActivityView => ({
  ...summaryView(seen),
  groups: [
    ...seen.groups.map((group) => groupView(group, seen)),
    ...(seen.unmatched ? [unmatchedView(seen.unmatched)] : []),
  ],
  jobs: seen.jobs.map((job) => jobView(job, seen.isAdministrator)),
});

function sourceView({ id, name, trouble }: Source, isAdministrator: boolean): DownloadSourceView {
  const sentence = isAdministrator && trouble ? say(`download_source_${trouble}`) : null;
  return {
    instance_id: id,
    name,
    available: trouble === null,
    ...(sentence && { message: sentence.text, sentence: sentenceView(sentence) }),
  };
}

function groupView(shown: ShownGroup, { isAdministrator }: SeenActivity): DownloadGroupView {
  const { group, jobIds, parts, isDetailed } = shown;
  const { id, source, mediaType, title, rows } = group;
  const artwork = pictureAddress(title && shownPicture(title.picture, PICTURES[mediaType]), source.id);
  return {
    id,
    instance_id: source.id,
    instance_name: source.name,
    media_type: title ? mediaType : 'unknown',
    title: title?.name ?? (isAdministrator ? (rows[0]?.job.name.slice(0, LONGEST_NAME) ?? '') : ''),
    ...optional('year', title?.year),
    ...optional('creator', title?.creator),
    ...optional('format', title?.format),
    ...optional('artwork', artwork || null),
    job_ids: jobIds,
    children: parts.map(childView),
    details_known: isDetailed,
    ...figuresView(shown),
  };
}

const unmatchedView = (unmatched: NonNullable<SeenActivity['unmatched']>): DownloadGroupView => ({
  id: 'unmatched',
  media_type: 'unmatched',
  title: '',
  job_ids: unmatched.jobIds,
  children: [],
  details_known: false,
  ...figuresView(unmatched),
});

const figuresView = ({ progress, etaSeconds, reason }: JointFigures) => ({
  progress,
  eta_seconds: etaSeconds,
  reason,
});

const childView = ({ id, name, season, number, jobIds }: ShownPart): DownloadChildView => ({
  id,
  title: name,
  ...optional('season', season),
  ...optional('episode', number),
  job_ids: jobIds,
});

const controlView = ({ source, item }: ClientItem): DownloadJobView['control'] => ({
  instance_id: source.id,
  item_id: item.id,
  service_type: source.kind,
  client_name: source.name,
});

function jobView(job: ActivityJob, isAdministrator: boolean): DownloadJobView {
  return {
    id: job.id,
    status: job.status,
    size_bytes: job.sizeBytes,
    size_left_bytes: job.sizeLeftBytes,
    progress: job.progress,
    speed_bps: job.speedBps,
    eta_seconds: job.etaSeconds,
    reason: job.reason,
    // Undefined is left out of JSON. There are a thousand jobs, and members that are added later cost more than all others.
    control: isAdministrator && job.control ? controlView(job.control) : undefined,
    name: isAdministrator ? job.name.slice(0, LONGEST_NAME) : undefined,
  };
}
