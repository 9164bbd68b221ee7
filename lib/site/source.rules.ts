/**
 * The address of the public repository, such as `https://git.example/acme/sealpaste`, for whoever publishes this program or a
 * changed one; '' until then. `npm run link-source` writes it wherever a release names it. Browser-safe.
 */
export const LINK_SOURCE: string = '';
