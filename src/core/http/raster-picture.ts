/** By what pictures begin, by their bytes as Latin-1: JPEG, PNG, GIF, WebP, AVIF. */
// oxlint-disable-next-line no-control-regex -- PNG begins so
const BEGINS_PICTURE = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/;

/** So many first bytes identify the kind of picture. */
export const PICTURE_HEAD_BYTES = 12;

/** Does a body begin like a raster picture, by its first {@link PICTURE_HEAD_BYTES} bytes? SVG doesn't: it can hold scripts. */
export function beginsLikePicture(head: Buffer): boolean {
  return BEGINS_PICTURE.test(head.subarray(0, PICTURE_HEAD_BYTES).toString('latin1'));
}

/** The types of raster pictures that are relayed. */
export const RASTER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Of which of {@link RASTER_TYPES} is a body, by its header and by how it begins? Undefined where either is no raster picture. */
export function rasterTypeOf(contentType: string | undefined, body: Buffer): (typeof RASTER_TYPES)[number] | undefined {
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return beginsLikePicture(body) ? RASTER_TYPES.find((known) => known === essence) : undefined;
}
