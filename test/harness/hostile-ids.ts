/** Ids that no torrent has: names of many, lists, steps, other numbers. Source: issue 23, section 2. */
export const HOSTILE_TORRENT_IDS: readonly string[] = [
  'all',
  'recently-active',
  'a|b',
  'a,b',
  `${'a'.repeat(40)}|${'b'.repeat(40)}`,
  '',
  'a'.repeat(500),
  '../x',
  '%00',
  '\u0661'.repeat(40),
  `+${'1'.repeat(39)}`,
  `-${'1'.repeat(39)}`,
  '1e3',
  ' ',
  `${'a'.repeat(40)}\n`,
];
