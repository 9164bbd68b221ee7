# One image for web, worker and admin. Its root may be read-only; /data holds all data.
#   docker build -t sealpaste .
#   docker run -e MASTER_KEY -v sealpaste:/data -p 3000:3000 sealpaste
# The tests replay the steps from `COPY --from=build` on (e2e/http/image.test.ts).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Only its path matters: what is built for one path serves no other (docs/install.md, "Below a path").
ARG BASE_URL
# Next's own program would serve pages alone.
RUN BUILD_IMAGE=yes npm run build -- --release && rm .next/standalone/server.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    DATABASE_URL=file:/data/sealpaste.db \
    BACKUP_FOLDER=/data/backups
WORKDIR /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/.next/manifest.json ./.next/
COPY --from=build /app/dist ./dist
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/scripts/base-path.mjs ./scripts/
COPY --from=build /app/next.config.mjs /app/LICENSE ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["node", "dist/health.js"]
CMD ["node", "dist/web.js"]
