/**
 * Loaded into every measured process before its program: answers what the process has used. It costs nothing while
 * nobody asks, and does not keep the process alive.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProbeAnswer, ProbeQuestion } from './probe-questions.js';

const RESOLUTION_MS = 1;
const MIB = 1024 * 1024;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

function answer(question: ProbeQuestion): ProbeAnswer {
  if (question === 'watch stalls') {
    delays.enable();
    delays.reset();
  }
  const longestStallMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
  if (question === 'stop watching') delays.disable();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    cpuMs: (user + system) / 1_000,
    rssMiB: rss / MIB,
    heapMiB: heapUsed / MIB,
    externalMiB: external / MIB,
    longestStallMs,
  };
}

process.on('message', (question: ProbeQuestion) => process.send?.(answer(question)));
process.channel?.unref();
