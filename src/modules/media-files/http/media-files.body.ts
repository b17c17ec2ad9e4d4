import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';
import type { FileAddress } from '../finding/finished-files.service.js';

const LONGEST_ID = 128;
const LARGEST_FILE_ID = 2_147_483_647;
const MOST_PATHS = 200;

const INSTANCE_ID = `instance_id must be a text of 1 to ${LONGEST_ID} characters`;
const FILE_ID = 'file_id must be the number of a file';
const PATHS = `paths must be a list of 1 to ${MOST_PATHS} texts`;

const instanceId = z.string(INSTANCE_ID).min(1, INSTANCE_ID).max(LONGEST_ID, INSTANCE_ID);

/** POST /api/media-files/tickets. Source: doc 4 section 8. */
export const TICKET_BODY = z
  .strictObject({
    instance_id: instanceId,
    file_id: z.int(FILE_ID).min(1, FILE_ID).max(LARGEST_FILE_ID, FILE_ID),
  })
  .transform(({ instance_id, file_id }): FileAddress => ({ instanceId: instance_id, fileId: file_id }));

/** Which paths of an instance are asked about. */
export interface CoverageInput {
  readonly instanceId: string;
  readonly paths: readonly string[];
}

/** POST /api/media-files/coverage. Source: doc 4 section 8. */
export const COVERAGE_BODY = z
  .strictObject({
    instance_id: instanceId,
    paths: atMostItems(MOST_PATHS, z.array(z.string(PATHS), PATHS).min(1, PATHS), PATHS),
  })
  .transform(({ instance_id, paths }): CoverageInput => ({ instanceId: instance_id, paths }));
