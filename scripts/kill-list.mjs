/**
 * Which tests kill processes, and of which modules are they? `npm test` runs three files of them: the richest kind of request
 * at each of its steps, and messages and accounts on media servers at one step that chance chooses. The others, and these two at
 * each step, run where their modules have changed (`npm run test:kills`), and all of them with full counts (`npm run test:all`).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

export const KILL_FOLDER = 'test/kill';

/** Every run kills at each of its steps. */
const AT_EACH_STEP = 'series-named-steps';

/** Those of every run. */
export const ALWAYS_KILLED = [AT_EACH_STEP, 'outbox-named-steps', 'account-named-steps'];

const DELIVERY = ['requests', 'library', 'series-matching', 'bookcatalog', 'instances'];

/** The modules that a file of kills is about, by how its name begins. */
const MODULES = [
  { name: /^(?:named-steps|random-moments|two-workers|search-accounts|whole-server)/, modules: DELIVERY },
  { name: /^(?:series|book|album)-/, modules: DELIVERY },
  { name: /^outbox-/, modules: ['notifications', 'requests'] },
  { name: /^account-/, modules: ['media-accounts', 'instances'] },
  { name: /^external-sign-up/, modules: ['auth', 'users'] },
  { name: /^client-actions/, modules: ['downloads', 'instances'] },
  { name: /^file-transfer/, modules: ['media-files'] },
  // Of src/app, whose changes concern all of them.
  { name: /^(?:key-change|restore)-/, modules: [] },
  { name: /^setbox-/, modules: ['setbox'] },
  { name: /^webhook-steps/, modules: ['instances'] },
];

const MODULE = /^src\/modules\/([^/]+)\//;

/** Files that no kill depends on. */
const OF_NO_KILL = /^(?:docs|web|bench)\/|\.md$|^test\/(?!kill|fakes|harness)|\.(?:e2e-)?spec\.ts$/;

/** The files of kills that `npm test` leaves out or doesn't run at each step, as paths from the root. */
export function sometimesKilled() {
  return readdirSync(join(root, KILL_FOLDER))
    .filter((file) => file.endsWith('.spec.ts') && !file.startsWith(AT_EACH_STEP))
    .map((file) => `${KILL_FOLDER}/${file}`);
}

/**
 * Of these files of kills, those that a change can break.
 *
 * @param {readonly string[]} kills paths from the root
 * @param {readonly string[] | null} changed paths from the root; null where it isn't known what has changed
 * @returns {string[]} all of them where that isn't known, or something has changed that belongs to no module
 */
export function killsFor(kills, changed) {
  if (changed === null) return [...kills];
  const others = changed.filter((file) => !OF_NO_KILL.test(file));
  if (!others.every((file) => MODULE.test(file))) return [...kills];
  const modules = new Set(others.map((file) => MODULE.exec(file)?.[1]));
  return kills.filter((file) => changed.includes(file) || modulesOf(file).some((module) => modules.has(module)));
}

/**
 * The modules that a file of kills is about.
 *
 * @throws Error for one that stands in no row of the table above
 */
export function modulesOf(file) {
  const row = MODULES.find(({ name }) => name.test(file.slice(KILL_FOLDER.length + 1)));
  if (!row) throw new Error(`scripts/kill-list.mjs doesn't say of which modules ${file} is`);
  return row.modules;
}
