import { buildBundles } from '../../scripts/build';
import { isBuilt } from '../../scripts/source-hash.mjs';

/** Builds what tests of sources need: the generated database clients, and the SQLite threads, which start from files. */
export default async function setup(project: { onTestsRerun(listener: () => Promise<void>): void }): Promise<void> {
  // The whole test run has just made them, or another project of the same run.
  if (process.env.TEST_BUNDLES !== 'made' && !isBuilt()) await buildBundles();
  process.env.TEST_BUNDLES = 'made';
  project.onTestsRerun(buildBundles);
}
