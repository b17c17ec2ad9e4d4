import type { Timeline } from '../api/queries.js';
import type { TitleState } from './title-state.js';

/** The one thing that changes about a request, for the stub of its ticket. */
export type TicketStub =
  | { readonly of: 'share'; readonly share: number; readonly secondsLeft: number | null }
  | { readonly of: 'parts'; readonly there: number; readonly all: number }
  | { readonly of: 'day'; readonly day: string }
  | { readonly of: 'moment'; readonly at: number };

interface Asked {
  readonly state: TitleState;
  readonly requestedAt: string;
}

/** What changes about a request now; undefined where nothing certain is known. */
export function ticketStub(
  { state, requestedAt }: Asked,
  timeline: Pick<Timeline, 'steps' | 'stalled' | 'progress' | 'eta'>,
  now: number,
): TicketStub | undefined {
  const { steps, stalled, progress, eta } = timeline;
  const at = (key: 'approved' | 'available'): number | undefined => {
    const step = steps.find((one) => one.key === key);
    return step?.at === undefined ? undefined : Date.parse(step.at);
  };
  const moment = (of: number | undefined): TicketStub | undefined =>
    of === undefined ? undefined : { of: 'moment', at: of };
  switch (state) {
    case 'unknown':
      return undefined;
    case 'available':
      return moment(at('available'));
    case 'denied':
      return moment(at('approved'));
    case 'downloading':
      if (progress === undefined) return undefined;
      return { of: 'share', share: progress, secondsLeft: eta === undefined ? null : (Date.parse(eta) - now) / 1000 };
    default:
      return (
        partsOf(steps) ??
        (stalled?.expected_on ? { of: 'day', day: stalled.expected_on } : moment(Date.parse(requestedAt)))
      );
  }
}

/** How many of its parts are there, where it comes in parts. */
function partsOf(steps: Timeline['steps']): TicketStub | undefined {
  const { files, total } = steps.find(({ key }) => key === 'available')?.sentence.params ?? {};
  return typeof files === 'number' && typeof total === 'number' ? { of: 'parts', there: files, all: total } : undefined;
}
