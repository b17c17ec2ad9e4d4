const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** The size of a file in words of this language, in the largest unit of thousands that holds it: `2.4 GB`. */
export function sizeInWords(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1_000 ** power;
  const maximumFractionDigits = power > 0 && amount < 10 ? 1 : 0;
  const format = { style: 'unit', unit: UNITS[power] ?? 'byte', unitDisplay: 'short', maximumFractionDigits } as const;
  return new Intl.NumberFormat(language, format).format(amount);
}
