/** How many generated documents a test tries: so many, and fewer for each change of mutation testing (scripts/mutate.mjs). */
export const generatedCount = (count: number): number => (process.env.MUTATE_SPECS ? count / 50 : count);
