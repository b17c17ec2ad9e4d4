import type { ClientSource, ManagerSource, Sources } from '../../src/modules/downloads/activity/sources.js';

/** Who counts: the libraries in visibility, and whether clients are. */
export interface Counting {
  readonly libraries: readonly string[];
  readonly clients: boolean;
}

type Row = ManagerSource['rows'][number];
type Item = ClientSource['items'][number];

const done = (status: string, left: number): boolean => /complet|upload|import|moving|up$/i.test(status) || left === 0;

/** How many jobs there are, by a plain reading of doc 4 section 6.4; null where that isn't known. */
export function modelCount({ managers, clients }: Sources, who: Counting): number | null {
  const seen = managers.filter(({ id }) => who.libraries.includes(id));
  if ([...seen, ...(who.clients ? clients : [])].some(({ trouble }) => trouble)) return null;
  const all = clients.flatMap((client) => client.items.map((item) => ({ client, item })));
  const jobs = new Map<Item | string, boolean>();
  const claimed = new Set<Item>();
  for (const manager of managers)
    for (const row of manager.rows.filter(({ downloadId }) => downloadId !== null)) {
      const { kind, place, id } = meaning(manager, row);
      const same = all.filter((one) => one.client.kind === kind && form(kind, one.item.managerId) === id);
      const near = same.length > 1 ? same.filter(({ client }) => client.url === place) : same;
      const item = near.length === 1 ? near[0]?.item : undefined;
      const open = item
        ? !(item.state === 'finished' || done(item.status, item.sizeLeftBytes))
        : !done(row.status, row.sizeLeft);
      if (item) claimed.add(item);
      if (!open || !seen.includes(manager)) continue;
      if (!item && same.length > 0) return null;
      jobs.set(item ?? `${kind} ${id} ${kind === 'nzbget' && Number(id) ? place : ''}`, true);
    }
  const rest = all.filter(
    ({ item }) => !claimed.has(item) && item.state !== 'finished' && !done(item.status, item.sizeLeftBytes),
  );
  return jobs.size + (who.clients ? rest.length : 0);
}

const form = (kind: string, id: string): string => (kind === 'qbittorrent' ? id.toLowerCase() : id);

function meaning({ definitions }: ManagerSource, { clientName, downloadId }: Row) {
  const definition = definitions?.find(({ name }) => name === clientName);
  const kind = definition?.implementation.toLowerCase() ?? '';
  return { kind, place: `http://${definition?.host}:${definition?.port}`, id: form(kind, downloadId ?? '') };
}
