import { untrack } from 'svelte';
import type { OwnRequest } from '../../api/queries.js';
import { minute } from '../../design/minute.svelte.js';
import { looked, readySince, visitsIn } from '../../domain/ready-since.js';
import { titleState } from '../../domain/title-state.js';
import { keep, kept, nameOf } from '../../session/kept-choice.js';
import { session } from '../../session/session.svelte.js';

/**
 * The numbers of the reader's requests that have become available since they were here last. As long as somebody looks at the page,
 * they are here. Called while a component is made.
 *
 * @param requests undefined until they are known
 */
export function readySinceLastVisit(requests: () => readonly OwnRequest[] | undefined): {
  readonly current: ReadonlySet<number>;
} {
  const name = nameOf(session.account?.id ?? 0, 'visits');
  let visits = $state.raw(visitsIn(kept(name)));
  let isSeen = $state(document.visibilityState === 'visible');
  const seen = $derived(requests()?.map((request) => ({ id: request.request_id, state: titleState(request) })));
  const current = $derived(new Set(visits && seen ? readySince(visits, seen) : []));

  $effect(() => {
    const look = (): void => void (isSeen = document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });

  // By the minute, since nothing else may change meanwhile.
  $effect(() => {
    if (!isSeen || !seen) return;
    void minute.now;
    const now = seen;
    untrack(() => {
      // Another tab may have looked meanwhile.
      visits = looked(visitsIn(kept(name)) ?? visits, now, Date.now());
      keep(name, JSON.stringify(visits));
    });
  });

  return {
    get current() {
      return current;
    },
  };
}
