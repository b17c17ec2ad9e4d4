import type { MediaRootsService } from '../media-paths/media-roots.service.js';
import { recordOf, type AdministeredInstance } from '../registry/instance-record.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';

/** An instance as administrators see it. Asks the disk, so not inside a transaction. */
export async function administered(row: ServiceInstanceRow, roots: MediaRootsService): Promise<AdministeredInstance> {
  const { mediaPathMappings } = row;
  return { ...recordOf(row), mediaPathMappings, mediaDownloads: await roots.serveAny(mediaPathMappings) };
}
