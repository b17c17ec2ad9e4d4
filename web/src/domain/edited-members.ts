const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The names of the members that a form shows otherwise than they are stored. */
export const editedMembers = <T extends object>(stored: Readonly<T>, now: Readonly<T>): readonly (keyof T & string)[] =>
  (Object.keys(now) as (keyof T & string)[]).filter((name) => !isSame(now[name], stored[name]));

/** What was edited since something was sent: what is shown now and wasn't sent. */
export const editedSince = <T extends object>(edits: Partial<T>, sent: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !isSame(value, sent[name as keyof T])),
  ) as Partial<T>;
