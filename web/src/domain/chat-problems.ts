import type { Sentence, SentenceInside } from './sentence.js';

/** What keeps posts from arriving, one sentence each: the server says them all in one. */
export function problemsIn(error: string | undefined, sentence: Sentence | undefined): readonly SentenceInside[] {
  if (error === undefined || error === '') return [];
  return eachOf({ code: '', ...sentence, text: error });
}

function eachOf(said: SentenceInside): readonly SentenceInside[] {
  const { first, further } = said.params ?? {};
  const isSeveral = said.code === 'several_notices' && typeof first === 'object' && typeof further === 'object';
  return isSeveral ? [first, ...eachOf(further)] : [said];
}

type Place = 'libraries' | 'activity' | 'settings' | 'channel' | 'program';

const PLACES: ReadonlyMap<string, Place> = new Map([
  ['chat_unconfirmed', 'channel'],
  ['channel_unconfirmed', 'channel'],
  ['observed_library_unreadable', 'libraries'],
  ['observed_rows_unreadable', 'libraries'],
  ['message_library_unreadable', 'libraries'],
  ['observed_match_needs_attention', 'activity'],
  ['observed_matches_need_attention', 'activity'],
  ['message_match_on_hold', 'activity'],
  ['message_proxy_unreadable', 'settings'],
  ['channel_not_reached', 'program'],
]);

/**
 * Where something can be done about a problem: on a page of administrators, in the channel, or at the program that was not reached;
 * undefined where the sentence says it.
 */
export function problemPlace(problem: Sentence): Place | undefined {
  const place = PLACES.get(problem.code);
  const isOnTheWay = place === undefined || place === 'program';
  return isOnTheWay && isOfProxy(problem) ? 'settings' : place;
}

/** Is the outbound proxy why, or why that is? */
const isOfProxy = ({ code, params = {} }: Sentence): boolean =>
  code.startsWith('proxy_') || Object.values(params).some((param) => typeof param === 'object' && isOfProxy(param));
