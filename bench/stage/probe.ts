/**
 * Loaded into every measured process before its program: answers what the process has used. It costs nothing while
 * nobody asks, and does not keep the process alive.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ProbeAnswer, ProbeQuestion } from './probe-questions.js';

const RESOLUTION_MS = 1;
const MIB = 1024 * 1024;
const MEMORY_EVERY_MS = 1;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

let peakRss = 0;
let watch: NodeJS.Timeout | undefined;

function lookAtMemory(): void {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}

/**
 * Has the engine collect everything that nothing refers to any more. Twice: the bytes of buffers are given back beside the
 * program, at the latest when the next collection begins.
 */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const collectOnce = runInNewContext('gc') as () => void;
  collectOnce();
  collectOnce();
}

function answer(question: ProbeQuestion): ProbeAnswer {
  if (question === 'collect') collect();
  if (question === 'watch stalls') {
    delays.enable();
    delays.reset();
  }
  if (question === 'watch memory') {
    peakRss = 0;
    watch = setInterval(lookAtMemory, MEMORY_EVERY_MS).unref();
  }
  if (watch) lookAtMemory();
  const longestStallMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
  if (question === 'stop watching') {
    delays.disable();
    clearInterval(watch);
    watch = undefined;
  }
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    cpuMs: (user + system) / 1_000,
    rssMiB: rss / MIB,
    heapMiB: heapUsed / MIB,
    externalMiB: external / MIB,
    longestStallMs,
    peakRssMiB: peakRss / MIB,
  };
}

process.on('message', (question: ProbeQuestion) => process.send?.(answer(question)));
process.channel?.unref();
