import { z, type ZodType } from 'zod';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import type { HttpCall } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { lenient, readableRows } from '../http/lenient-members.js';
import { type ClientDefinition, readClientDefinitions } from './client-definitions.js';
import {
  type HistoryNames,
  type HistoryRead,
  readHistory,
  readRecentHistory,
  type ServarrRecordHappening,
} from './history.js';
import { ServarrNotifications } from './managed-webhook.js';
import { recordIdOf, servarrTime } from './plain-values.js';
import { type QueueRead, readQueue, type ServarrQueueRow } from './queue-page.js';
import { type DetailedRow, detailedRow, type QueueDetails } from './queued-download.js';
import { readRecord, type ServarrOptions, ServarrTransport } from './servarr-transport.js';

interface SystemStatus {
  /** Product name as the server says it: `Radarr`. */
  readonly appName: string;
  readonly version: string | null;
}

const systemStatusSchema = z.object({ appName: z.string(), version: lenient(z.string()) });

const DEADLINE_MS = 10_000;

/** At most 10 s; a redirect is not followed but reported. @throws UpstreamError with a reason for the administrator */
async function testConnection(transport: ServarrTransport, signal?: AbortSignal): Promise<SystemStatus> {
  const operation = 'system.status';
  const path = ['system', 'status'];
  const call = { operation, method: 'GET', path, signal, deadlineMs: DEADLINE_MS, accept: REDIRECTS } as const;
  const answer = await transport.send(call);
  if (!REDIRECTS.includes(answer.status)) return readJson(transport.system, operation, answer, systemStatusSchema);
  throw redirectFault(transport.system, operation, answer, path);
}

export interface ServarrCommand {
  readonly id: number;
  /** `MoviesSearch`, …; empty where it is missing. */
  readonly name: string;
  /** queued, started, completed, failed, aborted, cancelled, orphaned; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** When it was asked for, in epoch milliseconds; null where it is missing. */
  readonly queuedAt: number | null;
}

/** What a command was given is not in the documents of its answers, so nothing is read of it. */
const commandSchema = z
  .object({ id: z.int(), name: lenient(z.string()), status: lenient(z.string()), queued: lenient(servarrTime) })
  .transform(({ id, name, status, queued }): ServarrCommand => ({
    id,
    name: name ?? '',
    status: status ?? '',
    queuedAt: queued,
  }));

/** The commands that the manager still remembers: running ones and those of late. One that can't be read is left out. */
function readCommands(transport: ServarrTransport, signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
  const call = { operation: 'command.list', method: 'GET', path: ['command'], signal } as const;
  return transport.json(call, readableRows(commandSchema));
}

/** Sends a command (its `name` and arguments). While an equal one is queued, that one is returned and nothing is done twice. */
export function giveCommand(
  transport: ServarrTransport,
  order: { readonly name: string } & Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<ServarrCommand> {
  const call = { operation: `command.${order.name}`, method: 'POST', path: ['command'], json: order, signal } as const;
  return transport.json(call, commandSchema);
}

/** A file of a title, as its manager keeps it. */
export interface ServarrFile {
  readonly id: number;
  /** The manager's own id of the film, series, book or album that it belongs to; null where it names none. */
  readonly titleId: number | null;
  /** Absolute, as the manager's own system writes paths. */
  readonly path: string;
}

/** The name of a file's record in the address, and the member in which it names its title. */
interface FileNames {
  readonly resource: 'moviefile' | 'episodefile' | 'bookfile' | 'trackfile';
  readonly title: 'movieId' | 'seriesId' | 'bookId' | 'albumId';
}

const schemaOf = (id: number, title: FileNames['title']): ZodType<ServarrFile> =>
  z
    .looseObject({ id: z.literal(id), path: z.string().min(1) })
    .transform((file) => ({ id, titleId: recordIdOf(file[title]), path: file.path }));

/** Null when the manager affirms that it has none. @throws UpstreamError, `malformed` for a record without a path or with another id */
export function readFile(
  transport: ServarrTransport,
  { resource, title }: FileNames,
  id: number,
  signal?: AbortSignal,
): Promise<ServarrFile | null> {
  const call = { operation: `${resource}.read`, method: 'GET', path: [resource, id], signal } as const;
  return readRecord(transport, call, schemaOf(id, title));
}

const anyRecord = z.looseObject({ id: z.int() });

/** A record as the manager wrote it, to be judged by somebody else; null when it is affirmed to be absent. */
export function readWhole(
  transport: ServarrTransport,
  call: HttpCall,
): Promise<Readonly<Record<string, unknown>> | null> {
  return readRecord(transport, call, anyRecord);
}

/** Of thousands of records a library is tens of megabytes, and a manager takes its time over it. */
export const WHOLE_LIBRARY = { deadlineMs: 60_000, maxBytes: 256 * 1024 * 1024 } as const;

/** Lookups and additions ask the manager's own metadata service first. */
export const ASKS_METADATA = { deadlineMs: 30_000 } as const;

interface QualityProfile {
  readonly id: number;
  /** Its number where it has no name. */
  readonly name: string;
}

const profile = z
  .object({ id: z.int(), name: lenient(z.string()) })
  .transform(({ id, name }): QualityProfile => ({ id, name: name ?? String(id) }));

function readQualityProfiles(
  transport: ServarrTransport,
  list: ZodType<readonly QualityProfile[]>,
  signal?: AbortSignal,
): Promise<readonly QualityProfile[]> {
  return transport.json({ operation: 'qualityprofile.list', method: 'GET', path: ['qualityprofile'], signal }, list);
}

interface RootFolder {
  /** Path as the manager's machine sees it. */
  readonly path: string;
  /** Can the manager reach it right now? False too where it doesn't say. */
  readonly accessible: boolean;
}

const folders = readableRows(
  z
    .object({ path: z.string(), accessible: lenient(z.boolean()) })
    .transform(({ path, accessible }): RootFolder => ({ path, accessible: accessible ?? false })),
);

/** All root folders, in the manager's order. One without a path is left out, since nothing can be put into it. */
function readRootFolders(transport: ServarrTransport, signal?: AbortSignal): Promise<readonly RootFolder[]> {
  return transport.json({ operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal }, folders);
}

/** A manager answers about its queue from memory; what its rows are for makes a page of a thousand megabytes long. */
const DETAILED_QUEUE = { deadlineMs: 12_000, maxBytes: 16 * 1024 * 1024 } as const;

export type ServarrAddress = Omit<ServarrOptions, 'system' | 'api'>;

/** What every manager of the family can be asked. `Row` is what is read of a row of its download queue. */
export abstract class ServarrClient<Row> {
  readonly notifications: ServarrNotifications;
  protected readonly transport: ServarrTransport;
  private readonly detailed: ZodType<DetailedRow<Row>>;

  protected constructor(
    options: ServarrOptions,
    private readonly row: ZodType<Row & ServarrQueueRow>,
    private readonly historyNames: HistoryNames,
    private readonly details: QueueDetails,
  ) {
    this.detailed = detailedRow(row, details);
    this.transport = new ServarrTransport(options);
    this.notifications = new ServarrNotifications(this.transport);
  }

  /** Who answers at this address? The caller judges `appName`. @throws UpstreamError with a reason for the administrator */
  testConnection(signal?: AbortSignal): Promise<SystemStatus> {
    return testConnection(this.transport, signal);
  }

  commands(signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
    return readCommands(this.transport, signal);
  }

  async queue(signal?: AbortSignal): Promise<readonly Row[]> {
    return (await readQueue(this.transport, this.row, { signal })).rows;
  }

  /** With what each row is for, and unmatched downloads. @throws UpstreamError, `too_large` for a page above 16 MB, `timeout` after 12 s */
  detailedQueue(signal?: AbortSignal): Promise<QueueRead<DetailedRow<Row>>> {
    return readQueue(this.transport, this.detailed, { query: this.details.query, signal, ...DETAILED_QUEUE });
  }

  clientDefinitions(signal?: AbortSignal): Promise<readonly ClientDefinition[]> {
    return readClientDefinitions(this.transport, signal);
  }

  history(recordId: number, signal?: AbortSignal): Promise<HistoryRead> {
    return readHistory(this.transport, this.historyNames, recordId, signal);
  }

  /** What has become of all records after this moment, in epoch milliseconds; the newest thousand rows. */
  recentHistory(since: number, signal?: AbortSignal): Promise<HistoryRead<ServarrRecordHappening>> {
    return readRecentHistory(this.transport, this.historyNames, since, signal);
  }

  /** All quality profiles, in the manager's order. One that can't be read spoils the list: it may be the wanted one. */
  qualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, z.array(profile), signal);
  }

  /** Those of them that can be read, to be offered. */
  offeredQualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, readableRows(profile), signal);
  }

  rootFolders(signal?: AbortSignal): Promise<readonly RootFolder[]> {
    return readRootFolders(this.transport, signal);
  }
}
