import { namedSeasons } from '../domain/timeline.js';
import { historyTexts } from './history-texts.js';
import { LANGUAGE, texts } from './texts.js';

const listed = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/** Which seasons a request is for, in words; empty for what has none, and for a choice that the app has no words for. */
export function askedSeasons(scope: string | undefined): string {
  const numbers = namedSeasons(scope);
  if (numbers === undefined)
    return scope && Object.hasOwn(historyTexts.scopes, scope)
      ? historyTexts.scopes[scope as keyof typeof historyTexts.scopes]
      : '';
  if (numbers.length === 1) return texts.title.season(numbers[0] ?? 0);
  const regular = numbers.filter((number) => number > 0);
  const specials = numbers.includes(0) ? [texts.title.season(0)] : [];
  if (specials.length > 0 && regular.length === 1)
    return listed.format([texts.title.season(regular[0] ?? 1), ...specials]);
  return historyTexts.seasons(listed.format([...regular.map(String), ...specials]));
}
