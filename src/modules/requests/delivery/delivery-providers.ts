import { AudienceService } from './audience.service.js';
import { DeliveryAccessService } from './delivery-access.service.js';
import { DeliveryAttemptService } from './delivery-attempt.service.js';
import { DeliveryGateService } from './delivery-gate.service.js';
import { DeliveryOutcomeService } from './delivery-outcome.service.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import { DeliveryWorkerJob } from './delivery-worker.job.js';
import { LeasesService } from './leases.service.js';
import { LibraryDeliveriesService } from './library-deliveries.service.js';
import { OwedWritesService } from './owed-writes.service.js';

/** The injectable classes of this folder, for the module file. */
export const deliveryProviders = [
  DeliveryStepsService,
  AudienceService,
  DeliveryAccessService,
  DeliveryGateService,
  DeliveryOutcomeService,
  LeasesService,
  DeliveryAttemptService,
  LibraryDeliveriesService,
  OwedWritesService,
  DeliveryWorkerJob,
];
