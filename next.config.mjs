// @ts-check
// A module of JavaScript: production has no compiler.
import { basePathOf } from './scripts/base-path.mjs';

const basePath = basePathOf(process.env.BASE_URL);

/** @type {import('next').NextConfig} */
const config = {
  basePath,
  // Constants of the build: the path for lib/site/address.rules.ts, and whether app/words-script.tsx provides sentences and workers.
  env: { BASE_PATH: basePath, BUILT_BY_NEXT: process.env.NODE_ENV === 'production' ? 'yes' : '' },
  // Native modules and what loads files beside itself stay outside of the compiled pages.
  serverExternalPackages: [
    '@photostructure/sqlite',
    '@prisma/client',
    '@prisma/adapter-pg',
    'pg',
    'prom-client',
    'pino',
    'pino-pretty',
    '@redis/client',
    'rate-limiter-flexible',
    'undici',
    'grammy',
    'nodemailer',
  ],
  // Short links, as tools for other services print them: /ID, and /ID.py to say which language it is.
  redirects: async () => [{ source: '/:id([0-9A-Za-z]{24}):ending(\\.\\w{1,16})?', destination: '/view/:id', statusCode: 303 }],
  // A random id would be in each page and in the names of three files: no two builds would be the same.
  generateBuildId: async () => (await import('./scripts/source-hash.mjs')).hashSources(),
  // For the image, Next copies what its trace finds (Dockerfile), but not what `require.resolve` names, nor the driver of the database.
  ...(process.env.BUILD_IMAGE && { output: 'standalone' }),
  outputFileTracingIncludes: {
    '/healthz': [
      'node_modules/next/dist/compiled/{webpack/*.js,@babel/runtime/package.json}',
      `node_modules/@photostructure/sqlite/{package.json,dist/*.mjs,prebuilds/${process.platform}-${process.arch}/*}`,
      'node_modules/node-gyp-build/*.{js,json}',
    ],
  },
  outputFileTracingExcludes: { '*': ['node_modules/{@img,sharp,detect-libc,semver}/**'] },
  poweredByHeader: false,
  // The image optimizer fetches from our own addresses: it would read, and burn, a paste.
  images: { unoptimized: true },
  reactStrictMode: true,
  // server/compress-page.ts does.
  compress: false,
  // Nobody keeps what is rendered for one request.
  generateEtags: false,
  // The page's beginning names what the page needs, and is compressed: a header would repeat it in 600 bytes. No name is so
  // short as 1, and React warns of 0.
  reactMaxHeadersLength: 1,
  turbopack: {
    resolveAlias: {
      // Its program for pages decodes `&amp;` by `innerHTML`; ours runs in a worker, where there is no document.
      'decode-named-character-reference': './node_modules/decode-named-character-reference/index.js',
    },
  },
  experimental: {
    // Several root layouts: pages that are the same for everybody, and pages that are rendered for each request.
    globalNotFound: true,
    // Writing the cache is a third of a build, and a first build reads none.
    turbopackFileSystemCacheForBuild: false,
    // For developers: a production process doesn't read those of pages, and making them is a sixth of a build.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // By itself Turbopack puts the styles of nearly all pages into one file; at less than this, a link gets more files than their heads are worth.
    cssChunking: { type: 'graph', requestCost: 16_000 },
    // A program of one KB is a head and a round of compression of its own.
    turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 3_000_000 },
  },
  // `npm run check` checks types, once, for everything.
  typescript: { ignoreBuildErrors: true },
};

export default config;
