import type { Page } from 'playwright-core';

/** The parts of a heap snapshot that are read here. Source: V8, heap-snapshot-generator */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** With this flag a snapshot has texts in full, and not their first thousand characters alone. */
export const FULL_TEXTS = '--js-flags=--heap-snapshot-string-limit=10000000';

/** Kinds of nodes that are texts; of one that is put together, the parts are nodes of their own. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'concatenated string', 'sliced string']);

/** The memory of a page's scripts as it is now, in which several texts can be looked for. */
export async function memoryOf(page: Page): Promise<{ readonly holdersOf: (text: string) => readonly string[] }> {
  const snapshot = await snapshotOf(page);
  return { holdersOf: (text) => holdersIn(snapshot, text) };
}

/**
 * What holds a text in the memory of a page's scripts: a line for each reference to a string that contains it, "context token" for
 * a variable of a module or a function, "property token of Object" for a member of an object.
 *
 * Walked is everything that the page's heap holds after a collection of garbage, which is more than what is reachable from
 * `window`: variables of modules, closures, listeners, promises and the sources of scripts, too. Strings outside of the scripts'
 * heap (the document, storage, cookies) are not in it: `seenByScripts` looks at those.
 */
function holdersIn({ snapshot, nodes, edges, strings }: Snapshot, text: string): readonly string[] {
  const { meta } = snapshot;
  const nodeSize = meta.node_fields.length;
  const edgeSize = meta.edge_fields.length;
  const nodeAt = (field: string) => meta.node_fields.indexOf(field);
  const edgeAt = (field: string) => meta.edge_fields.indexOf(field);
  const [typeAt, nameAt, countAt] = [nodeAt('type'), nodeAt('name'), nodeAt('edge_count')];
  const [edgeTypeAt, edgeNameAt, targetAt] = [edgeAt('type'), edgeAt('name_or_index'), edgeAt('to_node')];
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  const typeOf = (node: number): string => meta.node_types[0][at(nodes, node + typeAt)] ?? '';
  const nameOf = (node: number): string => strings[at(nodes, node + nameAt)] ?? '';

  const containing = new Set(strings.flatMap((string, index) => (string.includes(text) ? [index] : [])));
  const holds = (node: number): boolean => TEXTS.has(typeOf(node)) && containing.has(at(nodes, node + nameAt));
  const holders: string[] = [];
  let edge = 0;
  for (let node = 0; node < nodes.length; node += nodeSize)
    for (let left = at(nodes, node + countAt); left > 0; left -= 1, edge += edgeSize) {
      if (!holds(at(edges, edge + targetAt))) continue;
      const type = meta.edge_types[0][at(edges, edge + edgeTypeAt)] ?? '';
      const nameOrIndex = at(edges, edge + edgeNameAt);
      const name = type === 'element' || type === 'hidden' ? String(nameOrIndex) : (strings[nameOrIndex] ?? '');
      if (type !== 'weak') holders.push(`${type} ${name} of ${typeOf(node)} ${nameOf(node)}`);
    }
  return holders;
}

async function snapshotOf(page: Page): Promise<Snapshot> {
  const devtools = await page.context().newCDPSession(page);
  const parts: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return JSON.parse(parts.join('')) as Snapshot;
}

/** Everything outside of its own variables that a script of the page can read: document, address, history, storage, cookies. */
export function seenByScripts(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const kept = [];
    for (const name of typeof caches === 'undefined' ? [] : await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        kept.push(request.url, await (await caches.match(request)).text());
    const databases = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve) => { indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result); });
      for (const store of database.objectStoreNames)
        databases.push(await new Promise((resolve) => {
          database.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => resolve(target.result);
        }));
      database.close();
    }
    const fields = [...document.querySelectorAll('input, textarea, select')].map((field) => field.value);
    return JSON.stringify([document.documentElement.outerHTML, fields, { ...localStorage }, { ...sessionStorage }, document.cookie,
      location.href, history.state, name, kept, databases]);
  })()`);
}
