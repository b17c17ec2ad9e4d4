/** Sentences about what can't be observed follow the one about the last post; each begins with one of these. */
const NEXT_PROBLEM = / (?=The (?:library|match of the series|matches of) )/;

/** What keeps posts from arriving, one sentence each, as the server says them all in one text. */
export const problemsIn = (error: string | undefined): readonly string[] =>
  error === undefined || error === '' ? [] : error.split(NEXT_PROBLEM);

/**
 * Where something can be done about a problem: on a page of administrators, in the channel, or at the program that was not reached;
 * undefined where the sentence says it.
 */
export function problemPlace(
  problem: string,
): 'libraries' | 'activity' | 'settings' | 'channel' | 'program' | undefined {
  if (problem.startsWith('Nobody knows whether ')) return 'channel';
  if (problem.startsWith('The library ')) return 'libraries';
  if (/^The match(?:es)? of /.test(problem)) return 'activity';
  if (/\bproxy\b/i.test(problem)) return 'settings';
  if (problem.startsWith('The channel was not reached: ')) return 'program';
  return undefined;
}
