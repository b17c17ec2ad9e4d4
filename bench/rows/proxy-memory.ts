import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { limit } from '../stage/kids.js';
import type { Member } from '../stage/members.js';

const MIB = 1024 * 1024;

/** A start takes a while, and the memory hardly differs from round to round. */
const MOST_ROUNDS = 3;

/**
 * How much more memory a server takes while it passes on a large list of films, once for a member and once for a kids
 * account that sees all of it. Each on a server that has passed on nothing before; the floor is the list itself.
 */
export const proxyMemory: Bench = {
  name: 'proxy-memory',
  async measure(setting: BenchSetting) {
    const { proxiedFilms: films } = setting.scale;
    const rounds = Math.min(setting.scale.rounds, MOST_ROUNDS);
    const household = await Household.open(setting, { films, series: 0, known: 0, fixedFilms: true });
    const extra = { member: [] as number[], kid: [] as number[] };
    const sizes: number[] = [];
    try {
      const [member, kid] = household.members as readonly [Member, Member];
      await limit(household, kid, 'NC-17', 'TV-MA');
      const path = `/api/instances/${household.libraries.films}/api/v3`;
      for (let round = 0; round < rounds; round += 1) {
        for (const [who, { token }] of [['member', member] as const, ['kid', kid] as const]) {
          const server = await household.restart();
          await household.ask({ method: 'GET', path: `${path}/queue`, token });
          let size = 0;
          const list = async (): Promise<void> => {
            size = Buffer.byteLength(await household.ask({ method: 'GET', path: `${path}/movie`, token }));
          };
          extra[who].push(await server.extraMemoryMiBOf(list));
          if (who === 'member') sizes.push(size / MIB);
        }
      }
    } finally {
      await household.close();
    }
    return [
      { ...budgetedRatio(`extra memory for ${films} films`, 'MiB', 4, 2.5), measured: extra.member, floor: sizes },
      { ...budgetedRatio('the same, all judged and shown', 'MiB', 4, 2.5), measured: extra.kid, floor: sizes },
    ];
  },
};
