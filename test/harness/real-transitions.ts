import { QuotasRepository } from '../../src/modules/quotas/quotas.repository.js';
import { QuotaService } from '../../src/modules/quotas/quotas.public.js';
import { DispatchesRepository } from '../../src/modules/requests/saved/dispatches.repository.js';
import { LifecycleEventsRepository } from '../../src/modules/requests/saved/lifecycle-events.repository.js';
import { RequestsRepository } from '../../src/modules/requests/saved/requests.repository.js';
import { RequestTransitionsService } from '../../src/modules/requests/transitions/request-transitions.service.js';

/** The real moves of requests, and what they are made of. None of it has a state of its own. */
export function realTransitions() {
  const saved = new RequestsRepository();
  const dispatches = new DispatchesRepository();
  const allowances = new QuotaService(new QuotasRepository());
  const lifecycle = new LifecycleEventsRepository();
  const transitions = new RequestTransitionsService(saved, dispatches, allowances, lifecycle);
  return { saved, dispatches, allowances, lifecycle, transitions };
}
