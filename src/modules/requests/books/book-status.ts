import { type BookAvailability, collapseFormats, type FormatAvailability } from '../../library/library.public.js';
import { type FormatWait, statusNow, type StatusNow, waitOf } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchRow } from '../saved/job-rows.js';
import type { RequestRow } from '../saved/rows.js';
import { formatsIn } from '../saved/work.js';
import type { BookInLibrary } from './live-books.service.js';
import { utcDay } from '../../../core/time/clock.js';

/** A format of a book, as saved: the request that shows it, and its job there; null when it was never requested. */
export interface SavedFormat {
  readonly format: BookFormat;
  readonly saved: { readonly request: RequestRow; readonly job: DispatchRow } | null;
}

export function formatsOfRequest({ request, deliveries }: SavedRequest): readonly SavedFormat[] {
  return formatsIn(request.bookFormat).map((format) => {
    const job = deliveries.find((one) => one.format === format);
    return { format, saved: job ? { request, job } : null };
  });
}

export function formatsOfTitle(requests: readonly SavedRequest[]): readonly SavedFormat[] {
  const all = requests.flatMap(formatsOfRequest);
  return formatsIn('both').map((format) => ({
    format,
    saved: all.find((one) => one.format === format)?.saved ?? null,
  }));
}

/** Live over saved, by format. One that can't be told from the other is unavailable, and unknown. @param now epoch milliseconds */
export function bookStatus(formats: readonly SavedFormat[], live: BookAvailability, now: number): StatusNow {
  const states = formats.map(({ format, saved }) => [format, formatStatus(saved, live[format])] as const);
  const [unknown] = states.flatMap(([, { statusUnknownReason }]) => statusUnknownReason ?? []);
  const progress = states.reduce((sum, [, state]) => sum + state.progress, 0) / Math.max(states.length, 1);
  const waits = formats.flatMap(({ format, saved }): readonly (readonly [BookFormat, FormatWait])[] => {
    const wait = saved && waitOf(saved.job);
    return wait ? [[format, wait]] : [];
  });
  const comingOut = formats.flatMap(({ format }): readonly (readonly [BookFormat, string])[] => {
    const day = comesOutOn(live[format], now);
    return day === null ? [] : [[format, day]];
  });
  const filedAs = live.canonicalForeignId ?? formats.map(({ saved }) => saved?.job.canonicalForeignId).find(Boolean);
  return {
    status: collapseFormats(states.map(([, { status }]) => status)),
    progress,
    statusKnown: unknown === undefined,
    ...(unknown === undefined ? {} : { statusUnknownReason: unknown }),
    formats: new Map(states.map(([format, { status }]) => [format, status])),
    waits: new Map(waits),
    formatsComeOutOn: new Map(comingOut),
    ...(filedAs ? { canonicalForeignId: filedAs } : {}),
  };
}

type FormatNow = Pick<StatusNow, 'progress' | 'statusUnknownReason'> & {
  readonly status: Exclude<StatusNow['status'], 'partial'>;
};

function formatStatus(saved: SavedFormat['saved'], live: FormatAvailability): FormatNow {
  const state = saved && { status: saved.request.status, delivery: saved.job.state };
  if (!live.known && live.reason === 'format_unresolved' && state?.status !== 'pending')
    return { status: 'unavailable', progress: 0, statusUnknownReason: live.reason };
  const { status, progress, statusUnknownReason } = statusNow(state, live);
  if (status === 'partial') throw new Error('a format of a book is never partly there');
  return { status, progress, ...(statusUnknownReason ? { statusUnknownReason } : {}) };
}

/** The day on which a format comes out, if that lies ahead; `YYYY-MM-DD`. */
function comesOutOn(live: FormatAvailability, now: number): string | null {
  if (!live.known || live.releasedAt === null || live.releasedAt <= now) return null;
  return utcDay(live.releasedAt);
}

/** Under its key, or as the records that its jobs are bound to. */
export function bookInLibrary(instanceId: string | null, key: string, formats: readonly SavedFormat[]): BookInLibrary {
  const jobs = formats.flatMap(({ format, saved }) => (saved ? [[format, saved.job] as const] : []));
  return {
    instanceId,
    foreignId: key,
    recordIds: Object.fromEntries(jobs.map(([format, { recordId }]) => [format, recordId])),
    canonicalForeignId: jobs.find(([, job]) => job.canonicalForeignId !== null)?.[1].canonicalForeignId ?? null,
  };
}
