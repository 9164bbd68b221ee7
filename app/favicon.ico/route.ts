import { siteIconFile } from '#components/shell/site-icon';
import { siteFile } from '../site-file';

/** For programs that ask for this name without having read a page: the same drawing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteFile('image/svg+xml', siteIconFile);
