'use client';

/** Nobody gets this page. Turbopack makes the program of all static pages for it, as that of a worker (scripts/static-pages.mjs). */
export default function ProgramPage() {
  return <button type="button" onClick={() => new Worker(new URL('./start.ts', import.meta.url), { type: 'module' })} />;
}
