import { afterAll } from 'vitest';
import { dropTestDatabases } from './test-postgres.js';

/** Each drop waits for a checkpoint of the server; on a machine that does much besides, a hundred take minutes. */
const MOST_MS = 10 * 60_000;

afterAll(dropTestDatabases, MOST_MS);
