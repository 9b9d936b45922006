# Loket's server with its console. What it is told it is told by its environment (README.md, Settings); nothing secret is in the image.
FROM node:24-bookworm-slim AS packages
WORKDIR /loket
COPY package.json package-lock.json .npmrc ./
RUN npm ci

FROM packages AS console
COPY index.html vite.config.ts tsconfig.json ./
COPY public public
COPY docs/statecharts docs/statecharts
COPY locales locales
COPY scripts scripts
COPY src src
RUN npm run build

FROM node:24-bookworm-slim AS runtime
WORKDIR /loket
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24-bookworm-slim
# Names are written across pictures of documents, for which there has to be a font.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
# Of memory given back, the C library keeps some for each of its arenas: with as many as it likes, 19 MB of each login's argon2.
# What is larger than 128 KiB goes back at once; by itself the library raises that with every larger piece, and the server kept 40 MB of its start.
ENV NODE_ENV=production PORT=8080 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /loket
COPY --from=runtime /loket/node_modules node_modules
COPY --from=console /loket/dist dist
COPY package.json ./
COPY locales locales
COPY src/machines src/machines
COPY src/services src/services
COPY src/server src/server
# The embedded database; with DATABASE_URL nothing is written.
RUN mkdir data && chown node:node data
VOLUME /loket/data
USER node
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# With what Node takes by itself it lets old objects lie until they are 100 MB more, and young ones 50 MB: an export of 200,000 rows
# held 346 MB so, and holds 230. Four threads that clear young objects away at once stand in each other's way on two cores.
CMD ["node_modules/.bin/node", "--max-old-space-size=1280", "--max-semi-space-size=16", "--no-parallel-scavenge", "src/server/main.ts"]
