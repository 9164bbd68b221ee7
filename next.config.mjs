// @ts-check

/** @type {import('next').NextConfig} */
const config = {
  // Native modules and what loads files beside itself stay outside of the compiled pages.
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
    'pg',
    'prom-client',
    'pino',
    'pino-pretty',
    '@redis/client',
    'rate-limiter-flexible',
    'undici',
    'grammy',
  ],
  // Short links, as tools for other services print them: /ID, and /ID.py to say which language it is.
  redirects: async () => [{ source: '/:id([0-9A-Za-z]{24}):ending(\\.\\w{1,16})?', destination: '/view/:id', statusCode: 303 }],
  poweredByHeader: false,
  // The image optimizer fetches from our own addresses: it would read, and burn, a paste.
  images: { unoptimized: true },
  reactStrictMode: true,
  // server/page-compression.ts does.
  compress: false,
  // What the page needs is named at its beginning, and compressed there: once more in a header, it is 600 bytes.
  reactMaxHeadersLength: 0,
  experimental: {
    // By itself Turbopack puts the styles of nearly all pages into one file.
    cssChunking: { type: 'graph', requestCost: 12_000 },
  },
  // `npm run check` checks types, once, for everything.
  typescript: { ignoreBuildErrors: true },
};

export default config;
