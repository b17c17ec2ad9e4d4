import type { ManagerReport } from '../../src/modules/instances/instances.public.js';

/** A report of a manager that names nothing but what is given. */
export function libraryReport(
  happening: ManagerReport['happening'],
  named: Partial<ManagerReport> = {},
): ManagerReport {
  const nothing = { filmId: null, series: null, bookRecordId: null, foreignAlbumId: null };
  return { happening, isUpgrade: false, ...nothing, ...named };
}
