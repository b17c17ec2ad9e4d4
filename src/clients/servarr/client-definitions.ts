import { fieldsOf, objectsOf } from './plain-values.js';
import { wordOf } from './queued-download.js';
import { UnreadableRow } from './rows-read.js';
import type { ServarrTransport } from './servarr-transport.js';

/** A download client as a manager is configured with it. */
export interface ClientDefinition {
  /** The manager's name of it, by which rows of the queue name it. */
  readonly name: string;
  /** `QBittorrent`, `Sabnzbd`, …; tolerant of words to come. */
  readonly implementation: string;
  /** As the manager's machine sees it; null where it has none, as of a folder. */
  readonly host: string | null;
  readonly port: number | null;
}

/** More than anybody has. */
const MOST_DEFINITIONS = 200;

const BOUNDS = { deadlineMs: 12_000, maxBytes: 16 * 1024 * 1024 } as const;

/** One without a name or an implementation, which no row can mean, is left out. @throws UpstreamError; `too_large` past 200 */
export async function readClientDefinitions(
  transport: ServarrTransport,
  signal?: AbortSignal,
): Promise<readonly ClientDefinition[]> {
  const call = {
    operation: 'downloadclient.list',
    method: 'GET',
    path: ['downloadclient'],
    signal,
    ...BOUNDS,
  } as const;
  const { rows } = await transport.rows(call, definitionOf, MOST_DEFINITIONS);
  return rows;
}

function definitionOf(row: unknown): ClientDefinition | UnreadableRow {
  const fields = fieldsOf(row);
  const [name, implementation] = [wordOf(fields?.name), wordOf(fields?.implementation)];
  if (name === null || implementation === null) return new UnreadableRow(null);
  const settings = objectsOf(fields?.fields);
  const valueOf = (setting: string): unknown => settings.find((one) => one.name === setting)?.value;
  const port = Number(valueOf('port'));
  return {
    name,
    implementation,
    host: wordOf(valueOf('host')),
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
  };
}
