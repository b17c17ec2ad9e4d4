import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';
import { groupBy } from '../../../core/collections/group-by.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { DOWNLOAD_CLIENT_TYPES, factsOf } from '../../instances/instances.public.js';
import type { ClientKind, ClientSource, ManagerSource, Sources } from './sources.js';

const BY_WORD = new Map(DOWNLOAD_CLIENT_TYPES.map((kind) => [factsOf(kind).implementation.toLowerCase(), kind]));

/** The kind of client that a definition means, however the word is cased; null for one that can't be connected. */
const kindOf = (implementation: string): ClientKind | null => BY_WORD.get(implementation.toLowerCase()) ?? null;

/** The form in which the ids of jobs of this kind are compared: those of torrents are hashes, which have no case. */
const comparableId = (kind: ClientKind, id: string): string =>
  factsOf(kind).loads === 'torrents' ? id.toLowerCase() : id;

/** Does the id by itself say which job of this kind it is, whichever client has it? */
const isUniqueId = (kind: ClientKind, id: string): boolean => !factsOf(kind).numbersItems || !/^\d+$/.test(id);

export interface JobRow {
  readonly source: ManagerSource;
  readonly row: QueuedDownload;
}

export interface ClientItem {
  readonly source: ClientSource;
  readonly item: DownloadItem;
}

/** One download, reported by a client, a manager or both. */
export interface JoinedJob {
  /** Tells it from every other; it never leaves the server. */
  readonly identity: string;
  /** What its client reports; null where no connected client does. */
  readonly reported: ClientItem | null;
  readonly rows: readonly JobRow[];
  /** Can't it be told which of several items the rows mean? */
  readonly isAmbiguous: boolean;
  /** Is its client one that is connected, and can't be read? */
  readonly isClientAway: boolean;
}

/**
 * Joins what managers and clients report to jobs, each once; a row without a downloadId is none. The id joins a client's item with rows,
 * among clients of the kind that the definition names; the address counts only where several have the id. Where that doesn't tell, or the
 * kind is unknown and some client has the id, the job is ambiguous.
 */
export function joinJobs({ managers, clients }: Sources): readonly JoinedJob[] {
  const items = itemsById(clients);
  const jobs = new Map<string, Building>();
  const taken = new Set<DownloadItem>();
  for (const source of managers) {
    const definitions = new Map(source.definitions?.map((one) => [one.name, one]));
    for (const row of source.rows) {
      if (row.downloadId === null) continue;
      const found = resolveRow(source, row.downloadId, definitions.get(row.clientName ?? ''), items);
      if (found.reported) taken.add(found.reported.item);
      const job = jobs.get(found.identity);
      if (job) {
        job.rows.push({ source, row });
        job.isAmbiguous ||= found.isAmbiguous;
      } else jobs.set(found.identity, { rows: [{ source, row }], isClientAway: isAway(found, clients), ...found });
    }
  }
  const unmatched = clients.flatMap((source) =>
    source.items.filter((item) => !taken.has(item)).map((item) => clientOnlyJob({ source, item })),
  );
  return [...jobs.values(), ...unmatched];
}

interface Building extends JoinedJob {
  readonly rows: JobRow[];
  isAmbiguous: boolean;
}

interface RowTarget extends Pick<JoinedJob, 'identity' | 'reported' | 'isAmbiguous'> {
  readonly kind: ClientKind | null;
  readonly definition: ClientDefinition | undefined;
}

const NOWHERE: readonly ClientItem[] = [];

type ItemsById = ReadonlyMap<ClientKind, ReadonlyMap<string, readonly ClientItem[]>>;

function resolveRow(
  source: ManagerSource,
  downloadId: string,
  definition: ClientDefinition | undefined,
  items: ItemsById,
): RowTarget {
  const kind = definition ? kindOf(definition.implementation) : null;
  if (!definition || kind === null) {
    // A client of another kind can't have it; where the kind is unknown, any may.
    const isAmbiguous = !definition && [...items].some(([known, byId]) => byId.has(comparableId(known, downloadId)));
    return { kind, definition, identity: JSON.stringify([source.id, downloadId]), reported: null, isAmbiguous };
  }
  const id = comparableId(kind, downloadId);
  const all = items.get(kind)?.get(id) ?? NOWHERE;
  const near = all.length > 1 ? all.filter((one) => isAt(one.source, definition)) : all;
  const [reported = null, ...others] = near;
  if (reported && others.length === 0)
    return { kind, definition, identity: identityOf(reported), reported, isAmbiguous: false };
  const place = isUniqueId(kind, id) ? [] : [definition.host?.toLowerCase() ?? source.id, definition.port];
  return {
    kind,
    definition,
    identity: JSON.stringify([kind, id, ...place]),
    reported: null,
    isAmbiguous: all.length > 0,
  };
}

const identityOf = ({ source, item }: ClientItem): string => JSON.stringify(['item', source.id, item.id]);

const clientOnlyJob = (reported: ClientItem): JoinedJob => ({
  identity: identityOf(reported),
  reported,
  rows: [],
  isAmbiguous: false,
  isClientAway: reported.source.isStale,
});

function itemsById(clients: readonly ClientSource[]): ItemsById {
  const byKind = [...groupBy(clients, ({ kind }) => kind)].map(([kind, sources]) => {
    const items = sources.flatMap((source) => source.items.map((item): ClientItem => ({ source, item })));
    return [kind, groupBy(items, ({ item }) => comparableId(kind, item.managerId))] as const;
  });
  return new Map(byKind);
}

function isAway({ reported, kind, definition }: RowTarget, clients: readonly ClientSource[]): boolean {
  if (reported) return isUnread(reported.source);
  const ofKind = clients.filter((one) => one.kind === kind);
  const candidates = ofKind.length > 1 && definition ? ofKind.filter((one) => isAt(one, definition)) : ofKind;
  // The row that it has lost may be this one.
  return candidates.length === 1 && candidates.every((one) => isUnread(one) || one.trouble === 'rows_lost');
}

const isUnread = ({ trouble }: ClientSource): boolean => trouble === 'unreadable' || trouble === 'slow';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function isAt({ url }: ClientSource, { host, port }: ClientDefinition): boolean {
  const ours = parsedUrl(url);
  if (!ours || host === null) return false;
  const ourPort = ours.port === '' ? DEFAULT_PORTS[ours.protocol] : Number(ours.port);
  return ours.hostname === host.toLowerCase() && (port === null || port === ourPort);
}
