/** Resolves once the browser has parsed the document: scripts in its head don't find the content before. */
export const parsed: Promise<unknown> =
  document.readyState === 'loading' ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)) : Promise.resolve();
