import { encode } from 'uqr';

/** A QR code as one outline of squares, one unit each. */
interface QrPath {
  /** Squares to a side. */
  readonly size: number;
  /** For the `d` of an SVG path. */
  readonly path: string;
}

/** The QR code of a text; a seventh of it may be unreadable. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
