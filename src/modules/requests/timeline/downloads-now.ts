import type { ArrivingDownload, TitleArrival } from '../../library/library.public.js';

/** The downloads that have not arrived. */
export const activeDownloads = ({ downloads, isWhole }: TitleArrival): readonly ArrivingDownload[] =>
  isWhole ? [] : (downloads ?? []).filter(({ stage }) => ACTIVE.has(stage));

const ACTIVE: ReadonlySet<ArrivingDownload['stage']> = new Set(['downloading', 'paused', 'stalled']);

/** The latest download, if it failed and nothing has been found since; null otherwise. */
export function latestFailure({ happened, downloads }: TitleArrival): { readonly at: number | null } | null {
  const [latest] = (happened ?? []).filter(
    ({ kind }) => kind === 'grabbed' || kind === 'failed' || kind === 'imported',
  );
  if (latest?.kind === 'failed') return { at: latest.at };
  const failed = (downloads ?? []).find(({ stage }) => stage === 'failed');
  return failed ? { at: failed.addedAt } : null;
}
