import { commonMessages } from '#components/messages/common';
import { siteFile } from '../site-file';

const MANIFEST = {
  name: commonMessages.product,
  short_name: commonMessages.product,
  description: commonMessages.tagline,
  start_url: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteFile(
  'application/manifest+json; charset=utf-8',
  JSON.stringify(MANIFEST),
);
