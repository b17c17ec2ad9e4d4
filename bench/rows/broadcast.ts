import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { Listeners } from '../stage/listeners.js';
import { ask, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

/**
 * One change that is sent to everybody, with many WebSockets open. What is measured is the administrator's call with
 * all that follows from it; the floor is a bare WebSocket server that sends the same frame.
 */
export const broadcast: Bench = {
  name: 'broadcast',
  async measure(setting: BenchSetting) {
    const { sessions, rounds } = setting.scale;
    const household = await Household.open(setting, { films: 10, series: 10, known: 10 });
    const floor = await MeasuredProcess.start(benchProgram('floors/broadcast-floor'));
    const tokens = Array.from(
      { length: sessions },
      (_, number) => household.members[number % household.members.length],
    );
    const listeners = await Listeners.open(
      household.server.url,
      tokens.map((member) => member?.token ?? ''),
    );
    const floorListeners = await Listeners.open(
      floor.url,
      tokens.map(() => 'floor'),
    );
    try {
      const measured: number[] = [];
      const floors: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const change = defaultOf(household, round);
        const cost = await household.server.cpuMsOf(() => listeners.allHear(() => household.ask(change)));
        const least = await floor.cpuMsOf(() => floorListeners.allHear(() => ask(floor.url, change)));
        if (round === 0) continue;
        measured.push(cost);
        floors.push(least);
      }
      return [{ ...budgeted(`broadcast to ${sessions} sessions`, 'ms', 150), measured, floor: floors }];
    } finally {
      listeners.close();
      floorListeners.close();
      await floor.stop();
      await household.close();
    }
  },
};

/** Another member's default library changes every time. */
function defaultOf({ admin, libraries, members }: Household, round: number): Call {
  const user_ids = [members[round % members.length]?.userId];
  return { method: 'PUT', path: `/api/instances/${libraries.films}/users`, token: admin, body: { user_ids } };
}
