export { default as ComingLine } from './ComingLine.svelte';
export { default as Doors } from './Doors.svelte';
export { default as HomeHero } from './HomeHero.svelte';
export { default as HomeNotes } from './HomeNotes.svelte';
export { default as ReadyShelf } from './ReadyShelf.svelte';
export { default as WaitingLink } from './WaitingLink.svelte';
