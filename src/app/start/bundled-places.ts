import { readFileSync } from 'node:fs';

/** Which line of which source each place of a bundled file comes from; `scripts/bundle/compact-map.mjs` tells the format. */
interface Places {
  readonly sources: readonly string[];
  /** Line, column and source line of each place, one after the other. */
  readonly triples: Uint32Array;
}

const LINE_BITS = 19;

/**
 * From now on stacks name the sources of a bundled file instead of its own places. The map is read when the first stack is
 * written; without a map, stacks stay as they are.
 */
export function mapStacks(file: string, map: string): void {
  let places: Places | undefined;
  Error.prepareStackTrace = (error, calls) => {
    const lines = calls.map((call) => {
      const text = (call as { toString: () => string }).toString();
      if (!text.includes(file)) return `\n    at ${text}`;
      places ??= readPlaces(map);
      const [line, column] = [call.getLineNumber() ?? 1, call.getColumnNumber() ?? 1];
      const source = sourceOf(places, line - 1, column - 1);
      return `\n    at ${source === undefined ? text : text.replace(`${file}:${line}:${column}`, source)}`;
    });
    return `${titleOf(error)}${lines.join('')}`;
  };
}

function titleOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function readPlaces(map: string): Places {
  try {
    const bytes = readFileSync(map);
    const start = bytes.indexOf('\n') + 1;
    const { sources } = JSON.parse(bytes.toString('utf8', 0, start)) as { readonly sources: readonly string[] };
    // A copy begins where numbers of 32 bits may begin.
    return { sources, triples: new Uint32Array(Uint8Array.from(bytes.subarray(start)).buffer) };
  } catch {
    return { sources: [], triples: new Uint32Array() };
  }
}

/** `src/main.ts:12`, by the last place that isn't behind this one. */
function sourceOf({ sources, triples }: Places, line: number, column: number): string | undefined {
  let low = 0;
  let high = triples.length / 3;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = triples[middle * 3] ?? 0;
    if (there < line || (there === line && (triples[middle * 3 + 1] ?? 0) <= column)) low = middle + 1;
    else high = middle;
  }
  const place = triples[low * 3 - 1];
  const source = place === undefined ? undefined : sources[place >>> LINE_BITS];
  return source === undefined || place === undefined ? undefined : `${source}:${place & (2 ** LINE_BITS - 1)}`;
}
