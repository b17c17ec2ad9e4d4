/** A member of a body that is left out when there is nothing to say. Source: doc 4 section 0, "absent". */
export function optional<Name extends string, Value, Shown = Value>(
  name: Name,
  value: Value | null | undefined,
  show: (value: Value) => Shown = (same) => same as unknown as Shown,
): Partial<Record<Name, NoInfer<Shown>>> {
  return value === null || value === undefined ? {} : ({ [name]: show(value) } as Partial<Record<Name, Shown>>);
}
