import type { AccountStep } from '../../src/modules/media-accounts/account-steps.service.js';
import { CLOSING_CALLS, CREATING_CALLS, SERVER_KINDS, type ServerKind, type WritingCall } from './remote-accounts.js';

/**
 * What is under way when the server is killed.
 *
 * | operation | meaning |
 * |---|---|
 * | creation | somebody asks for their account; at the hub, for the invitation of an address |
 * | invitation | a grant and an address at the hub come together |
 * | revocation | a grant is taken away |
 * | deletion | a person is deleted |
 */
export type Operation = 'creation' | 'invitation' | 'revocation' | 'deletion';

/** Where the server dies. */
export type KillPlace =
  | {
      readonly step: AccountStep;
      /** Where the next server dies too, while it settles what is left. */
      readonly then?: AccountStep;
    }
  /** While a media server owes the answer to a call: it has done what it was told, or never does. */
  | { readonly writing: WritingCall; readonly isDone: boolean };

/** One operation on one kind of server. */
export interface KillCase {
  readonly operation: Operation;
  readonly kind: ServerKind;
}

const CREATION: readonly AccountStep[] = [
  'intent_kept',
  'account_made',
  'made_kept',
  'password_set',
  'linked',
  'link_announced',
];
const HUB_CREATION = CREATION.filter((step) => step !== 'made_kept' && step !== 'password_set');
const CLOSING: readonly AccountStep[] = ['access_claimed', 'access_written', 'access_recorded'];

/** The steps that an operation passes, in their order, when nothing disturbs it. */
export function stepsOf({ operation, kind }: KillCase): readonly AccountStep[] {
  switch (operation) {
    case 'creation':
      return kind === 'hub' ? HUB_CREATION : CREATION;
    case 'invitation':
      return ['invitee_found', ...HUB_CREATION];
    case 'revocation':
    case 'deletion':
      return CLOSING;
  }
}

/** Every operation on every kind of server on which it is there. */
export const KILL_CASES: readonly KillCase[] = [
  ...SERVER_KINDS.map((kind) => ({ operation: 'creation', kind }) as const),
  { operation: 'invitation', kind: 'hub' },
  ...SERVER_KINDS.map((kind) => ({ operation: 'revocation', kind }) as const),
  ...SERVER_KINDS.map((kind) => ({ operation: 'deletion', kind }) as const),
];

/** All places at which a case is killed. */
export function placesOf(given: KillCase): readonly KillPlace[] {
  const { operation, kind } = given;
  const isCreation = operation === 'creation' || operation === 'invitation';
  const calls = isCreation ? CREATING_CALLS[kind] : CLOSING_CALLS[kind];
  return [
    ...stepsOf(given).map((step) => ({ step })),
    ...(operation === 'creation' ? settlingPlaces(kind) : []),
    ...calls.flatMap((writing) => [true, false].map((isDone) => ({ writing, isDone }))),
  ];
}

/** What a place has in common with those of other cases. */
export function placeName(place: KillPlace): string {
  if ('writing' in place) return `a call that is ${place.isDone ? 'done' : 'not done'}`;
  return place.then ?? place.step;
}

/** Does somebody have their account a minute after a kill in its creation, without asking for it again? */
export function isLanded(kind: ServerKind, place: KillPlace): boolean {
  if ('writing' in place) return place.isDone && place.writing === CREATING_CALLS[kind].at(-1);
  const steps = stepsOf({ operation: 'creation', kind });
  return steps.indexOf(place.step) >= steps.indexOf(kind === 'hub' ? 'account_made' : 'password_set');
}

function settlingPlaces(kind: ServerKind): readonly KillPlace[] {
  const isHub = kind === 'hub';
  const landed = isHub ? 'account_made' : 'password_set';
  return [
    { step: landed, then: 'linked' },
    { step: landed, then: 'link_announced' },
    { step: isHub ? 'intent_kept' : 'account_made', then: 'intent_removed' },
    ...(isHub ? [] : [{ step: 'made_kept', then: 'leftover_discarded' } as const]),
  ];
}
