import { siteIconFile } from '#components/shell/site-icon';
import { siteFile } from '../site-file';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteFile('image/svg+xml', siteIconFile);
