class Minute {
  now = $state(Date.now());
}

/** The time of day, to the minute: what is said of moments stays true while a page is open. */
export const minute = new Minute();

setInterval(() => (minute.now = Date.now()), 60_000);
