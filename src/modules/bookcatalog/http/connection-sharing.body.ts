import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { ShareTarget } from '../links/connection-sharing.service.js';

const MOST = 100;
const INSTANCES = `instances must be a list of 1 to ${MOST} of {instance_id, revision}`;
const CONNECTION = 'connection_id required';

const target = z.object(
  { instance_id: z.string(INSTANCES).min(1, INSTANCES).max(64, INSTANCES), revision: z.int(INSTANCES) },
  INSTANCES,
);

const body = z.object({
  connection_id: z.string(CONNECTION).min(1, CONNECTION).max(64, CONNECTION),
  instances: atMostItems(MOST, z.array(target, INSTANCES).min(1, INSTANCES).max(MOST, INSTANCES), INSTANCES),
});

/** With whom a connection is to be shared, as it came. */
export type ConnectionSharingInput = z.infer<typeof body>;

/** Body of POST /api/instances/{instanceID}/bookcatalog/apply. Source: doc 3 §12.5. */
export const ConnectionSharingPipe = new StrictBodyPipe(body);

/** The targets of a wish. */
export const targetsOf = ({ instances }: ConnectionSharingInput): readonly ShareTarget[] =>
  instances.map(({ instance_id: instanceId, revision }) => ({ instanceId, revision }));
