/** The provider writes an unknown day as "" or null. */
type ProviderDay = string | null | undefined;

/** A day of the calendar, `YYYY-MM-DD`; null where the provider knows none or writes something else. */
export function dayOf(day: ProviderDay): string | null {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes the 31st of every month; the 31st of February comes back as another day.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists ? day : null;
}

/** The year of a day; null where the provider knows none. */
export function yearOf(day: ProviderDay): number | null {
  const known = dayOf(day);
  return known === null ? null : Number(known.slice(0, 'YYYY'.length));
}
