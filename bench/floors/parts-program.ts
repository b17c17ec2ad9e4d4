/**
 * Loads parts of the program one after the other and reports after each what the process takes. `PARTS` is a JSON list of
 * lists of what to import.
 */
const parts = JSON.parse(process.env['PARTS'] ?? '[]') as readonly (readonly string[])[];
const taken = [process.memoryUsage().rss];
for (const part of parts) {
  for (const name of part) await import(name);
  taken.push(process.memoryUsage().rss);
}
process.send?.(taken);
