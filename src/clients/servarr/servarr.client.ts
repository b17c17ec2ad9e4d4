import { type ZodType, z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/parsed-url.js';
import { readJson } from '../http/json-answer.js';
import { lenient, readableRows } from '../http/lenient-members.js';
import { readCommands, type ServarrCommand } from './commands.js';
import { ServarrNotifications } from './notifications.js';
import { readQueue } from './queue-page.js';
import { ServarrTransport, type ServarrOptions } from './servarr-transport.js';
import { type SystemStatus, systemStatusSchema } from './system-status.js';

/** Where a manager of the family stands. */
export type ServarrAddress = Omit<ServarrOptions, 'system' | 'api'>;

/**
 * What every manager of the family can be asked, whatever it keeps.
 *
 * @typeParam Row what is read of a row of its download queue
 */
export abstract class ServarrClient<Row> {
  /** Whom it notifies of what happens in it. */
  readonly notifications: ServarrNotifications;
  protected readonly transport: ServarrTransport;

  /** @param row reads a row of the download queue */
  protected constructor(
    options: ServarrOptions,
    private readonly row: ZodType<Row>,
  ) {
    this.transport = new ServarrTransport(options);
    this.notifications = new ServarrNotifications(this.transport);
  }

  /**
   * Who answers at this address? The caller judges whether `appName` is the product it wants.
   *
   * @throws UpstreamError whose reason is a text of doc 3 §3.2
   */
  testConnection(signal?: AbortSignal): Promise<SystemStatus> {
    return testConnection(this.transport, signal);
  }

  /** Running commands and those of late. */
  commands(signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
    return readCommands(this.transport, signal);
  }

  /** The complete download queue. */
  queue(signal?: AbortSignal): Promise<readonly Row[]> {
    return readQueue(this.transport, this.row, signal);
  }

  qualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, signal);
  }

  rootFolders(signal?: AbortSignal): Promise<readonly RootFolder[]> {
    return readRootFolders(this.transport, signal);
  }
}

const DEADLINE_MS = 10_000;
const REDIRECTS = [301, 302, 303, 307, 308];
const NOWHERE = 'http://nowhere.invalid';

/**
 * Does a manager answer at this address, with this key? At most 10 s; a redirect is not followed but reported.
 *
 * @throws UpstreamError whose reason is a text for the administrator: `invalid API key`, `server redirected with
 *   status N to <location>`, `server returned status N`, `could not reach server: …`. Source: doc 3 §3.2.
 */
async function testConnection(transport: ServarrTransport, signal?: AbortSignal): Promise<SystemStatus> {
  const operation = 'system.status';
  const path = ['system', 'status'];
  const call = { operation, method: 'GET', path, signal, deadlineMs: DEADLINE_MS, accept: REDIRECTS } as const;
  const answer = await transport.send(call);
  if (!REDIRECTS.includes(answer.status)) return readJson(transport.system, operation, answer, systemStatusSchema);
  throw new UpstreamError({
    system: transport.system,
    operation,
    kind: 'redirected',
    status: answer.status,
    definitelyNotSent: false,
    reason: `server redirected with status ${answer.status} to ${whereTo(answer.headers.location)}`,
  });
}

/** The target of a redirect without what may hold a credential: user info, query, fragment. */
function whereTo(location: string | undefined): string {
  const url = location ? parsedUrl(location, NOWHERE) : null;
  if (!url) return 'an unnamed place';
  const { origin, host, pathname } = url;
  return `${host === new URL(NOWHERE).host ? '' : origin}${pathname}`.slice(0, 200);
}

/** A quality profile of a manager. */
interface QualityProfile {
  readonly id: number;
  /** Its number where it has no name. */
  readonly name: string;
}

const profiles = z.array(
  z
    .object({ id: z.int(), name: lenient(z.string()) })
    .transform(({ id, name }): QualityProfile => ({ id, name: name ?? String(id) })),
);

/** All quality profiles, in the manager's order. */
function readQualityProfiles(transport: ServarrTransport, signal?: AbortSignal): Promise<QualityProfile[]> {
  return transport.json(
    { operation: 'qualityprofile.list', method: 'GET', path: ['qualityprofile'], signal },
    profiles,
  );
}

/** A folder that a manager keeps its library in. */
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
