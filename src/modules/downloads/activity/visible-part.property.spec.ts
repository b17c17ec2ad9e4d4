import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clientOf, itemOf, managerOf, queued, titled } from '../../../../test/harness/download-sources.js';
import { counts } from '../../../../test/harness/full-counts.js';
import { SeededRandom } from '../../../../test/kill/seeded-random.js';
import { modelCount } from '../../../../test/models/download-count.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import { activityView } from '../http/activity.view.js';
import type { ClientKind, ClientSource, ManagerSource, Sources } from './sources.js';
import { visiblePart } from './visible-part.js';
import { snapshotOf } from './snapshot.js';

const RUNS = counts({ always: 12, full: 200 });
const WORLDS_A_RUN = 250;
const KINDS = ['qbittorrent', 'sabnzbd', 'nzbget'] as const satisfies readonly ClientKind[];
const HOSTS = ['one', 'two'] as const;
const ROW_WORDS = ['downloading', 'queued', 'paused', 'completed', 'warning', 'failed'] as const;
const ITEM_WORDS = ['downloading', 'queuedUP', 'Queued', 'stalledDL', 'moving', 'Failed'] as const;

const hide = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);
const making = { now: 0, hide, fetchingSince: () => null };

/** What only administrators may see: names of clients and items, addresses, ids, kinds. */
const CANARIES = /DEMO|client|http|control|unmatched|qbittorrent|sabnzbd|nzbget/;

/** Few ids, so that they meet; few clients of a kind, so that they are mixed up. */
class World {
  constructor(private readonly random: SeededRandom) {}

  sources(): Sources {
    const managers = this.some(3, (at) => this.manager(`films ${at}`));
    const clients = this.some(4, (at) => this.client(`client ${at}`));
    return { managers, clients };
  }

  private manager(id: string): ManagerSource {
    const rows = this.some(5, () => {
      const sizeLeft = this.random.pick([50, 50, 0]);
      const downloadId = this.random.pick([null, ...this.ids()]);
      const title = this.random.pick([null, titled({ recordId: 1 }), titled({ recordId: 2 })]);
      return queued({
        downloadId,
        sizeLeft,
        title,
        status: this.random.pick(ROW_WORDS),
        clientName: this.random.pick(KINDS),
      });
    });
    return managerOf(rows, { id, definitions: KINDS.map((kind) => this.definition(kind)), trouble: this.trouble() });
  }

  private definition(kind: ClientKind): ClientDefinition {
    return { name: kind, implementation: kind.toUpperCase(), host: this.random.pick(HOSTS), port: 1_234 };
  }

  private client(id: string): ClientSource {
    const kind = this.random.pick(KINDS);
    const ids = this.ids().filter(() => this.random.pick([true, false]));
    const items = ids.map((managerId, at) =>
      itemOf({
        id: `${at}`,
        managerId,
        status: this.random.pick(ITEM_WORDS),
        state: this.random.pick(['downloading', 'paused', 'finished']),
        sizeLeftBytes: this.random.pick([20, 20, 0]),
      }),
    );
    return clientOf(items, { id, kind, url: `http://${this.random.pick(HOSTS)}:1234`, trouble: this.trouble() });
  }

  private ids(): readonly string[] {
    return ['1', '2', 'a', this.random.pick(['B', 'b'])];
  }

  private trouble() {
    return this.random.pick([null, null, null, null, null, 'incomplete'] as const);
  }

  private some<T>(most: number, make: (at: number) => T): readonly T[] {
    return Array.from({ length: this.random.below(most + 1) }, (_, at) => make(at));
  }
}

describe('doc2 §4 Download activity, doc4 §6.4: random queues and clients', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'are counted as by a plain model, and tell members nothing of clients: run %d',
    (seed) => {
      const random = new SeededRandom(seed);
      const met = { counted: 0, unknown: 0 };
      for (let world = 0; world < WORLDS_A_RUN; world += 1) {
        const sources = new World(random).sources();
        const snapshot = snapshotOf(sources, making);
        for (const clients of [true, false]) {
          const libraries = sources.managers.map(({ id }) => id).filter(() => clients || random.pick([true, false]));
          const seen = visiblePart(snapshot, {
            libraries: new Set(libraries),
            isAdministrator: clients,
            shows: () => true,
            own: null,
          });
          const { count, jobs } = seen;
          const expected = modelCount(sources, { libraries, clients });
          if (count !== expected) throw new Error(`${count}, not ${expected}, of ${JSON.stringify(sources)}`);
          expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
          const shown = { ...seen, isAdministrator: clients, scope: 'all', userScope: 'all', fetchedAt: 0 } as const;
          const told = CANARIES.exec(JSON.stringify(activityView(shown)));
          if (told && !clients) throw new Error(`a member is told ${told[0]} of ${JSON.stringify(sources)}`);
          met[count === null ? 'unknown' : 'counted'] += 1;
        }
      }
      expect(met.counted).toBeGreaterThan(WORLDS_A_RUN / 4);
      expect(met.unknown).toBeGreaterThan(WORLDS_A_RUN / 4);
    },
  );
});
