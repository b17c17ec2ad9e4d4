import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { BytePool, ProviderMemory } from '../../src/core/cache/byte-pool.js';
import { TtlCache } from '../../src/core/cache/ttl-cache.js';
import type { App } from './start-app.js';

/** A cache, opened: what is in it, and by what it is bounded. */
interface OpenCache {
  readonly entries: ReadonlyMap<unknown, { readonly value: unknown }>;
  readonly options: {
    readonly maxEntries: number;
    readonly pool?: BytePool;
    readonly sizeOf?: (value: unknown, key: unknown) => number;
  };
}

/** The pool, opened. */
interface OpenPool {
  readonly holdings: ReadonlyMap<object, { readonly bytes: number }>;
}

/** What of the memory of outside answers is counted, and what of it is there. */
interface MemoryReport {
  /** As the memory itself says it, in bytes. */
  readonly held: number;
  /** The sum over its entries, each counted anew. */
  readonly counted: number;
  /** Where keys and values lie that weigh more than they are counted for; what several hold weighs once. */
  readonly tooHeavy: readonly string[];
  /** Entries that the memory knows, and those that caches hold at its expense. */
  readonly holdings: number;
  readonly entries: number;
}

/** What the memory counts for an entry beside its value. */
const ENTRY_BYTES = 320;

/**
 * Everything that the services of some modules keep, found by walking through all that they hold: no cache and no other
 * collection escapes for want of being named.
 */
export class KeptMemory {
  private readonly roots = new Map<string, object>();
  /** Services of other modules: what they keep is theirs. */
  private readonly others = new Set<unknown>();
  private readonly memory: ProviderMemory;

  /** @param modules the names of their classes */
  constructor(app: App, modules: readonly string[]) {
    this.memory = app.get(ProviderMemory);
    for (const { metatype, providers } of app.get(ModulesContainer).values()) {
      for (const { name, instance } of providers.values()) {
        if (typeof instance !== 'object' || instance === null) continue;
        const isOwn = instance.constructor !== metatype && !(instance instanceof ModuleRef);
        if (isOwn && modules.includes(metatype?.name ?? '')) this.roots.set(String(name), instance);
        else this.others.add(instance);
      }
    }
  }

  /** Every cache by where it hangs, with its bounds: entries, and whether its bytes count in the memory of all. */
  bounds(): Readonly<Record<string, readonly [entries: number, memory: 'shared' | 'own' | 'uncounted']>> {
    return Object.fromEntries(
      [...this.caches()].map(
        ([
          place,
          {
            options: { maxEntries, pool },
          },
        ]) => {
          const memory = pool === this.memory ? 'shared' : pool ? 'own' : 'uncounted';
          return [place, [maxEntries, memory] as const];
        },
      ),
    );
  }

  /** How many entries each collection has that is no cache. */
  collections(): ReadonlyMap<string, number> {
    const sizes = new Map<string, number>();
    this.visitAll((place, thing) => {
      if (thing instanceof Map || thing instanceof Set) sizes.set(place, thing.size);
      if (Array.isArray(thing)) sizes.set(place, thing.length);
    });
    return sizes;
  }

  /** The memory of outside answers at this moment. */
  report(): MemoryReport {
    const { holdings } = this.memory as unknown as OpenPool;
    const seen = new Set<object>();
    const tooHeavy: string[] = [];
    let [counted, entries] = [0, 0];
    for (const [place, { options, entries: held }] of this.caches()) {
      if (options.pool !== this.memory) continue;
      for (const [key, { value }] of held) {
        entries += 1;
        const bytes = (options.sizeOf?.(value, key) ?? 0) + ENTRY_BYTES;
        counted += bytes;
        if (weightOf(key, seen) + weightOf(value, seen) > bytes) tooHeavy.push(`${place} ${String(key)}`);
      }
    }
    return { held: this.memory.held, counted, tooHeavy, holdings: holdings.size, entries };
  }

  private caches(): ReadonlyMap<string, OpenCache> {
    const found = new Map<string, OpenCache>();
    this.visitAll((place, thing) => {
      if (!(thing instanceof TtlCache)) return;
      found.set(found.has(place) ? `${place} (${found.size})` : place, thing as unknown as OpenCache);
    });
    return found;
  }

  private visitAll(visit: (place: string, thing: object) => void): void {
    const seen = new Set<object>();
    const step = (place: string, thing: unknown): void => {
      if (typeof thing !== 'object' || thing === null || seen.has(thing) || this.others.has(thing)) return;
      seen.add(thing);
      visit(place, thing);
      if (isClosed(thing)) return;
      for (const [name, part] of partsOf(thing)) step(`${place}.${name}`, part);
    };
    for (const [name, root] of this.roots) step(name, root);
  }
}

/** What is looked at and not into. */
function isClosed(thing: object): boolean {
  return (
    thing instanceof TtlCache || thing instanceof BytePool || thing instanceof Promise || ArrayBuffer.isView(thing)
  );
}

function partsOf(thing: object): readonly (readonly [string, unknown])[] {
  if (thing instanceof Map) return [...thing.values()].map((value) => ['*', value] as const);
  if (thing instanceof Set || Array.isArray(thing)) return [...thing].map((value: unknown) => ['*', value] as const);
  return Object.entries(Object.getOwnPropertyDescriptors(thing)).map(([name, { value }]) => [name, value as unknown]);
}

/** What a value weighs in bytes: its texts at two per character, numbers and bytes. What was seen weighs nothing. */
function weightOf(value: unknown, seen: Set<object>): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null || value instanceof WeakRef || seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const names = value instanceof Map ? [...value.keys()] : [];
  return [...names, ...partsOf(value).map(([, part]) => part)].reduce<number>(
    (bytes, part) => bytes + weightOf(part, seen),
    0,
  );
}
