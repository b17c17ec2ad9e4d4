import type { Bench } from './bench.js';
import { broadcast } from './rows/broadcast.js';
import { discoveryPages } from './rows/discovery-pages.js';
import { fileDownloads } from './rows/file-downloads.js';
import { hangingLibrary } from './rows/hanging-library.js';
import { hostileBodies } from './rows/hostile-bodies.js';
import { idleMemory } from './rows/idle-memory.js';
import { ledgerPages } from './rows/ledger-pages.js';
import { libraryDigest } from './rows/library-digest.js';
import { loadedMemory } from './rows/loaded-memory.js';
import { productionPackages } from './rows/production-packages.js';
import { proxyLibrary } from './rows/proxy-library.js';
import { requestReads } from './rows/request-reads.js';
import { soak } from './rows/soak.js';
import { start } from './rows/start.js';
import { submissions } from './rows/submissions.js';
import { trackerReads } from './rows/tracker-reads.js';
import { web } from './rows/web.js';

/** All benchmarks, in the order in which they run. */
export const BENCHES: readonly Bench[] = [
  start,
  idleMemory,
  loadedMemory,
  soak,
  requestReads,
  trackerReads,
  web,
  discoveryPages,
  submissions,
  hostileBodies,
  ledgerPages,
  libraryDigest,
  hangingLibrary,
  broadcast,
  proxyLibrary,
  fileDownloads,
  productionPackages,
];
