/**
 * npm run flow: how many sources, functions and injectables take part in a call, by V8's coverage between call and answer.
 * FLOW_LIST=1 names the sources.
 */
import { spawnSync } from 'node:child_process';
import { root } from './set-up.mjs';

const run = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.flow.config.js', '--silent=false'];
const { status } = spawnSync(process.execPath, run, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
