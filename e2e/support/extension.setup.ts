import { buildExtension } from '../../scripts/build-extension.mjs';

/** Builds the extension from the current sources. */
export default buildExtension;
