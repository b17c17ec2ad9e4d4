import type { Reading, Unit } from './reading.js';
import { median, ratioOf, spread } from './statistics.js';
import { verdictOf } from './verdict.js';

/** What one benchmark has measured. */
export interface Measured {
  readonly name: string;
  readonly readings: readonly Reading[];
}

const HEAD = ['row', 'what', 'measured', 'spread', 'floor', 'ratio', 'budget', 'verdict'] as const;

/** Columns of figures stand to the right. */
const FIRST_FIGURE = 2;
const VERDICT = HEAD.length - 1;

/** The readings as a table in Markdown that is also good to read as it is. */
export function tableOf(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ name, readings }) => readings.map((reading) => cells(name, reading)));
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = (column: number): boolean => column >= FIRST_FIGURE && column < VERDICT;
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (isFigure(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (isFigure(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(HEAD), rule, ...rows.map(line)].join('\n');
}

function cells(name: string, reading: Reading): readonly string[] {
  const { what, unit, judged, measured, floor, budget } = reading;
  const limit = (figure: number | null): string =>
    figure === null ? '' : judged === 'ratio' ? figureText(figure, 'times') : figureText(figure, unit);
  const ratio = ratioOf(reading);
  return [
    name,
    what,
    figureText(median(measured), unit),
    `${Math.round(spread(measured) * 100)} %`,
    floor.length === 0 ? '' : figureText(median(floor), unit),
    ratio === null ? '' : figureText(ratio, 'times'),
    limit(budget),
    verdictOf(reading),
  ];
}

/** Three digits are more than a noisy machine can distinguish. */
function figureText(figure: number, unit: Unit): string {
  const digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  return `${figure.toFixed(digits)} ${unit === 'times' ? '×' : unit}`;
}
