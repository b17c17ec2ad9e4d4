import { afterAll } from '@jest/globals';
import { dropTestDatabases } from './test-postgres.js';

afterAll(dropTestDatabases);
