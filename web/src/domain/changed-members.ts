/** The members that differ from what was before. So what somebody else has changed meanwhile isn't sent back as it was. */
export function changedMembers<T extends object>(now: T, before: Readonly<T>): Partial<T> {
  const names = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  ) as Partial<T>;
}
