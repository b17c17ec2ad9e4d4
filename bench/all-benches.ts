import type { Bench } from './bench.js';
import { availabilitySweep } from './rows/availability-sweep.js';
import { bookReads } from './rows/book-reads.js';
import { bookSubmissions } from './rows/book-submissions.js';
import { broadcast } from './rows/broadcast.js';
import { deadChannel } from './rows/dead-channel.js';
import { deciding } from './rows/deciding.js';
import { discoveryPages } from './rows/discovery-pages.js';
import { fileDownloads } from './rows/file-downloads.js';
import { downloadActivity } from './rows/download-activity.js';
import { hangingLibrary } from './rows/hanging-library.js';
import { hostileBodies } from './rows/hostile-bodies.js';
import { hubCheck } from './rows/hub-check.js';
import { idleMemory } from './rows/idle-memory.js';
import { ledgerPages } from './rows/ledger-pages.js';
import { libraryDigest } from './rows/library-digest.js';
import { loadedMemory } from './rows/loaded-memory.js';
import { mediaAccounts } from './rows/media-accounts.js';
import { mediaImport } from './rows/media-import.js';
import { memoryParts } from './rows/memory-parts.js';
import { oidcSignIn } from './rows/oidc-sign-in.js';
import { passkeySignIn } from './rows/passkey-sign-in.js';
import { productionPackages } from './rows/production-packages.js';
import { proxyLibrary } from './rows/proxy-library.js';
import { proxyMemory } from './rows/proxy-memory.js';
import { requestReads } from './rows/request-reads.js';
import { signInMemory } from './rows/sign-in-memory.js';
import { albumProjection, bookProjection } from './rows/catalog-projections.js';
import { soak } from './rows/soak.js';
import { start } from './rows/start.js';
import { submissions } from './rows/submissions.js';
import { notificationMemory } from './rows/notification-memory.js';
import { trackerPages } from './rows/tracker-pages.js';
import { trackerReads } from './rows/tracker-reads.js';
import { web } from './rows/web.js';

/** All benchmarks, in the order in which they run. */
export const BENCHES: readonly Bench[] = [
  start,
  idleMemory,
  notificationMemory,
  memoryParts,
  loadedMemory,
  soak,
  requestReads,
  bookReads,
  trackerReads,
  downloadActivity,
  web,
  discoveryPages,
  submissions,
  bookSubmissions,
  deciding,
  deadChannel,
  availabilitySweep,
  hostileBodies,
  ledgerPages,
  trackerPages,
  libraryDigest,
  bookProjection,
  albumProjection,
  hangingLibrary,
  broadcast,
  hubCheck,
  passkeySignIn,
  oidcSignIn,
  signInMemory,
  mediaAccounts,
  mediaImport,
  proxyLibrary,
  proxyMemory,
  fileDownloads,
  productionPackages,
];
