/**
 * The address of the public repository, such as `https://git.example/acme/sealpaste`, for whoever publishes this program or a
 * changed one; '' until then. scripts/source-address.test.ts finds where a release names it. Browser-safe.
 */
export const LINK_SOURCE: string = '';
