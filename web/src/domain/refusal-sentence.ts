/** Refusals that name something: what they all have in common stands for them. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/ must consist of printable ASCII characters without blanks$/, 'must consist of printable ASCII characters'],
  [/^(?:user)?name must not contain control characters$/, 'must not contain control characters'],
  [/^(?:user)?name must not contain invisible characters$/, 'must not contain invisible characters'],
  [/^(?:user)?name must not be blank$/, 'must not be blank'],
  [/^(?:user)?name must not mix scripts$/, 'must not mix scripts'],
  [/^the series has no season /, 'the series has no season'],
  [/^season \d+ does not exist$/, 'the series has no season'],
  [/^the library has no counterpart for seasons? /, 'the library has no counterpart'],
];

/**
 * What these words say for a refusal of the server; undefined where they have nothing for it. The server's own English is on
 * no page. Source: issue 43 D23
 */
export function refusalIn(words: Readonly<Record<string, string>>, sentence: string): string | undefined {
  const [, family] = FAMILIES.find(([pattern]) => pattern.test(sentence)) ?? [];
  const key = family ?? sentence;
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
