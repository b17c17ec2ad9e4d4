/**
 * A source map as small as stack traces need it: which line of which source each place of the bundled file comes from.
 * It is read when the first stack is written, in a millisecond, where the map itself would take hundreds of them and as
 * many MiB. `src/app/start/bundled-program.ts` reads it.
 *
 * The format: a line of JSON, `{"sources":[...]}`, padded with blanks to a multiple of four bytes, then triples of
 * 32-bit numbers, in order: line and column in the bundled file from 0 on; source * 2^19 + its line from 1 on.
 */
const DIGITS = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [c, i]));
const LINE_BITS = 19;

/**
 * @param {{ sources: string[], mappings: string }} map as bundlers write it
 * @param {object} options
 * @param {(line: number, column: number) => number} options.columnOf where a column of the file went when it was changed
 * @param {(source: string) => string} options.nameOf how a source is called in a stack
 * @returns {Buffer}
 */
export function compactMap({ sources, mappings }, { columnOf, nameOf }) {
  const triples = [];
  let source = 0;
  let sourceLine = 0;
  let last = -1;
  mappings.split(';').forEach((segments, line) => {
    let column = 0;
    for (const segment of segments.split(',')) {
      const [columns, ...from] = numbersOf(segment);
      if (columns === undefined) continue;
      column += columns;
      if (from.length === 0) continue;
      source += from[0];
      sourceLine += from[1];
      const place = source * 2 ** LINE_BITS + sourceLine + 1;
      if (place !== last) triples.push(line, columnOf(line, column), place);
      last = place;
    }
  });
  const head = `${JSON.stringify({ sources: sources.map(nameOf) })}`;
  const padded = Buffer.from(head).length + 1;
  return Buffer.concat([
    Buffer.from(`${head}${' '.repeat((4 - (padded % 4)) % 4)}\n`),
    Buffer.from(Uint32Array.from(triples).buffer),
  ]);
}

/** The numbers of a segment: base 64, five bits a digit, the lowest first, the sign in the lowest of all. */
function numbersOf(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = DIGITS.get(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
